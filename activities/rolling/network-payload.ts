/** A stored network -> what to solve over a horizon: its series repeat until every hour has a value. */
import type { Generator } from '../../temporal/case/messages/generator.ts';
import type { Line } from '../../temporal/case/messages/network.ts';
import type { NetworkContent, NetworkLine } from '../../temporal/case/messages/network-record.ts';
import type { SolvePayload } from '../../temporal/case/messages/payload.ts';
import type { Reserve } from '../../temporal/case/messages/resources.ts';
import { bridges } from './bridges.ts';

export interface NetworkPayloadOptions {
  /** h. */
  readonly horizon: number;
  /** Lines limit the dispatch; without them all buses are one. */
  readonly withNetwork?: boolean;
  readonly includeReserves?: boolean;
  /** Secure against the loss of every line in service that islands no bus; needs `withNetwork`. */
  readonly nMinus1?: boolean;
}

type NetworkData = Pick<NetworkContent, 'base_mva' | 'buses' | 'lines' | 'generators' | 'loads'>;

export function networkPayload(network: NetworkData, options: NetworkPayloadOptions): SolvePayload {
  const { horizon, withNetwork, includeReserves, nMinus1 } = options;
  const repeat = (series: readonly number[]): number[] =>
    Array.from({ length: horizon }, (_, t) => series[t % series.length] ?? 0);
  const generators = network.generators.map((unit) => repeatProfiles(unit, repeat));
  const loads = network.loads.map((load) => ({ ...load, values: repeat(load.values) }));
  const transmission_lines = network.lines.map((line) => toLine(network, line));
  return {
    generators,
    loads,
    horizon,
    ...(withNetwork && { transmission_lines }),
    ...(withNetwork && nMinus1 && { contingencies: lineOutages(network.lines) }),
    ...(includeReserves && { reserves: [spinningReserve({ generators, loads, horizon })] }),
  };
}

function repeatProfiles(unit: Generator, repeat: (series: readonly number[]) => number[]): Generator {
  const { p_max_profile, p_min_profile } = unit;
  return {
    ...unit,
    ...(p_max_profile && { p_max_profile: repeat(p_max_profile) }),
    ...(p_min_profile && { p_min_profile: repeat(p_min_profile) }),
  };
}

/** Impedances in ohm are on the voltage of `from_bus`: Z_base = V^2 / S, kV^2 / MVA = ohm. */
function toLine({ base_mva, buses }: NetworkData, line: NetworkLine): Line {
  const { id, from_bus, to_bus, x_pu, x_ohm, r_ohm, s_nom_mva, s_emergency_mva, in_service } = line;
  const voltage = buses.find((bus) => bus.id === from_bus)?.v_nom_kv;
  const perUnit = (ohm: number): number | undefined =>
    voltage === undefined ? undefined : (ohm * base_mva) / voltage ** 2;
  return {
    id,
    from_bus,
    to_bus,
    x_pu: x_pu || (perUnit(x_ohm) ?? 0),
    r_pu: perUnit(r_ohm),
    rating_mw: s_nom_mva || null,
    ...(s_emergency_mva && { emergency_rating_mw: s_emergency_mva }),
    in_service,
  };
}

function lineOutages(lines: readonly NetworkLine[]) {
  const inService = lines.filter((line) => line.in_service);
  const islanding = bridges(inService);
  return inService
    .filter(({ id }) => !islanding.has(id))
    .map(({ id }) => ({ id: `loss of ${id}`, lines: [id] }));
}

/** Requirement of spinning reserve: the larger of 5 % of the load and the largest unit, hour by hour. */
const LOAD_SHARE = 0.05;
/** Less than any usual price of unserved load: reserve gives way first, and a small system stays feasible. */
const PENALTY_USD_PER_MWH = 1000;

function spinningReserve({
  generators,
  horizon,
  loads,
}: Pick<SolvePayload, 'generators' | 'horizon' | 'loads'>): Reserve {
  const mw = Array.from({ length: horizon }, (_, t) => {
    const load = loads.reduce((sum, { values }) => sum + (values[t] ?? 0), 0);
    const largest = generators.reduce(
      (most, { p_max, p_max_profile }) => Math.max(most, p_max_profile?.[t] ?? p_max),
      0,
    );
    return Math.max(LOAD_SHARE * load, largest);
  });
  return { name: 'spinning', mw, penalty_usd_per_mwh: PENALTY_USD_PER_MWH };
}
