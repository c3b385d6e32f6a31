/** Networks of every installation: synthetic networks, and the IEEE RTS with a year of load. */
import type { Bus, NetworkContent, NetworkLine } from '../../temporal/case/network-schema.ts';
import type { SolvePayload } from '../../temporal/case/schema.ts';
import { RTS24_PLACES, rts24Scuc, rts24YearLoads } from './rts24.ts';
import { SEED_SCENARIOS } from './scenarios.ts';

interface SeedNetwork {
  readonly network_id: string;
  readonly name: string;
  readonly description: string;
  readonly source: string;
  readonly license: string | null;
  readonly content: () => NetworkContent;
}

const OURS = { source: 'Synthetic, made for this service', license: 'Apache-2.0' };

/** Nominal voltage of the synthetic networks, kV. */
const DEMO_KV = 220;
/** Voltage of a bus, kV. Buses 1 to 10 of the IEEE RTS are its 138 kV area, all others its 230 kV area. */
const rtsKv = (bus: number): number => (bus <= 10 ? 138 : 230);

const ofScenario = (id: string): SolvePayload => {
  const seed = SEED_SCENARIOS.find(({ scenario_id }) => scenario_id === id);
  if (!seed) throw new Error(`there is no seed scenario ${id}`);
  return seed.payload;
};

/** Three buses in a ring, with a unit at each and the load at the third. */
function threeBuses(): SolvePayload {
  const { generators, loads, horizon } = ofScenario('base');
  const line = (id: string, from_bus: number, to_bus: number, x_pu: number, rating_mw: number) => ({
    id,
    from_bus,
    to_bus,
    x_pu,
    rating_mw,
    // The emergency rating allows for the loss of either line to the load.
    emergency_rating_mw: rating_mw * 1.5,
  });
  return {
    generators: generators.map((unit, i) => ({ ...unit, bus: i + 1 })),
    loads: loads.map((load) => ({ ...load, bus: 3 })),
    horizon,
    transmission_lines: [
      line('L1', 1, 3, 0.06, 250),
      line('L2', 1, 2, 0.08, 200),
      line('L3', 2, 3, 0.07, 220),
    ],
  };
}

/**
 * Adds ratings that depend on the weather, MVA: one per season to the line between the first two buses, by air
 * temperature to the others.
 */
function withSeasons(network: NetworkContent): NetworkContent {
  const ratings_mva = { summer: 200, spring_fall: 220, winter: 240 };
  return {
    ...network,
    lines: network.lines.map((line) => (line.id === 'L2' ? { ...line, ratings_mva } : line)),
  };
}

const demo = (payload: SolvePayload) => () => networkOf(payload, { kvOf: () => DEMO_KV, slackBus: 1 });

export const SEED_NETWORKS: readonly SeedNetwork[] = [
  {
    network_id: 'demo-3bus',
    name: 'Three buses',
    description: 'A ring of three lines, a unit at each bus, a day of load at the third; seasonal ratings',
    ...OURS,
    content: () => withSeasons(demo(threeBuses())()),
  },
  {
    network_id: 'demo-6bus',
    name: 'Six buses',
    description: 'The network of scenario demo-scuc-24h',
    ...OURS,
    content: demo(ofScenario('demo-scuc-24h')),
  },
  {
    network_id: 'demo-24h',
    name: 'One bus',
    description: 'The units and the load of scenario demo-24h',
    ...OURS,
    content: demo(ofScenario('demo-24h')),
  },
  {
    network_id: 'rts24',
    name: 'IEEE RTS 24-bus',
    description:
      '24 buses with places, 34 lines, 12 units and 52 weeks of hourly load, Monday first; no resistances',
    source:
      'C. Ordoudis, P. Pinson, J. M. Morales, M. Zugno, An Updated Version of the IEEE RTS 24-Bus System, ' +
      'DTU 2016; weekly and daily peaks: IEEE RTS Task Force, IEEE Trans. PAS-98(6), 1979; ' +
      'places: RTS-GMLC, 2019',
    license: null,
    content: () => ({
      ...networkOf(rts24Scuc(), { kvOf: rtsKv, slackBus: 13, places: RTS24_PLACES }),
      loads: rts24YearLoads(),
    }),
  },
];

interface Surroundings {
  /** Nominal voltage of a bus, kV. */
  readonly kvOf: (bus: number) => number;
  readonly slackBus: number;
  readonly places?: ReadonlyMap<number, { readonly latitude: number; readonly longitude: number }>;
}

const BASE_MVA = 100;

function networkOf(payload: SolvePayload, { kvOf, slackBus, places }: Surroundings): NetworkContent {
  const { generators, loads, transmission_lines: lines = [] } = payload;
  const withUnits = new Set(generators.map(({ bus }) => bus));
  const ends = lines.flatMap(({ from_bus, to_bus }) => [from_bus, to_bus]);
  const buses = [...new Set([...withUnits, ...loads.map(({ bus }) => bus), ...ends])].sort((a, b) => a - b);
  const typeOf = (id: number): Bus['type'] => {
    if (id === slackBus) return 'slack';
    return withUnits.has(id) ? 'pv' : 'pq';
  };
  return {
    base_mva: BASE_MVA,
    nominal_frequency_hz: 60,
    buses: buses.map((id) => ({
      ...{ id, name: `Bus ${id}`, v_nom_kv: kvOf(id), type: typeOf(id) },
      ...places?.get(id),
    })),
    lines: lines.map((line) => toNetworkLine(line, kvOf(line.from_bus))),
    generators: generators.map(({ energy_limits: _, ...unit }) => ({
      ...unit,
      p_max: steady(unit.p_max),
      p_min: steady(unit.p_min),
    })),
    loads: [...loads],
  };
}

/** Limit of a seed case, which is never hourly, MW. */
function steady(mw: number | readonly unknown[]): number {
  if (typeof mw !== 'number') throw new TypeError('a limit of a seed should be one number');
  return mw;
}

/**
 * Converts a line. z_ohm = z_pu * kV^2 / base_mva. The rating is taken as apparent power, as in a lossless DC network.
 */
function toNetworkLine(
  {
    id,
    from_bus,
    to_bus,
    x_pu,
    r_pu = 0,
    rating_mw,
    emergency_rating_mw,
  }: NonNullable<SolvePayload['transmission_lines']>[number],
  kv: number,
): NetworkLine {
  const ohmPerUnit = kv ** 2 / BASE_MVA;
  return {
    id,
    from_bus,
    to_bus,
    r_ohm: Number((r_pu * ohmPerUnit).toPrecision(9)),
    x_ohm: Number((x_pu * ohmPerUnit).toPrecision(9)),
    x_pu,
    s_nom_mva: rating_mw ? steady(rating_mw) : null,
    ...(emergency_rating_mw && { s_emergency_mva: steady(emergency_rating_mw) }),
    in_service: true,
  };
}
