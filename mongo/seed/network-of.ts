/** The network behind a solve payload: its elements, with impedances in ohm at stated nominal voltages. */
import type { Bus, NetworkContent, NetworkLine } from '../../temporal/case/messages/network-record.ts';
import type { SolvePayload } from '../../temporal/case/messages/payload.ts';

interface Surroundings {
  /** Nominal voltage of a bus, kV. */
  readonly kvOf: (bus: number) => number;
  readonly slackBus: number;
  readonly places?: ReadonlyMap<number, { readonly latitude: number; readonly longitude: number }>;
}

const BASE_MVA = 100;

export function networkOf(payload: SolvePayload, { kvOf, slackBus, places }: Surroundings): NetworkContent {
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
    generators: [...generators],
    loads: [...loads],
  };
}

/** z_ohm = z_pu * kV^2 / base_mva; the rating serves as apparent power, as in a lossless DC network. */
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
    s_nom_mva: rating_mw ?? null,
    ...(emergency_rating_mw && { s_emergency_mva: emergency_rating_mw }),
    in_service: true,
  };
}
