/**
 * A day on a meshed network in which every third unit stands behind a line of its own that carries less than its
 * maximum; every other one of these lines is soft.
 */
import type { Line } from '../../temporal/messages/network.ts';
import type { SolvePayload } from '../../temporal/messages/payload.ts';
import { meshedCase } from './meshed-case.ts';

/** Share of the maximum output that the line of a unit carries. */
const CARRIED = 0.6;

export function radialCase(buses: number, units: number, horizon: number, seed = 1): SolvePayload {
  const payload = meshedCase(buses, units, { horizon, seed, outages: true });
  const behind = payload.generators.filter((_, g) => g % 3 === 0);
  const lines = behind.map(
    ({ bus, p_max, name }, at): Line => ({
      id: `to ${name}`,
      from_bus: buses + 1 + at,
      to_bus: bus,
      x_pu: 0.05,
      rating_mw: CARRIED * p_max,
      ...(at % 2 === 1 && { penalty_usd_per_mwh: 1000 }),
    }),
  );
  const busOf = new Map(lines.map(({ from_bus }, at) => [behind[at]?.name, from_bus]));
  return {
    ...payload,
    generators: payload.generators.map((unit) => ({ ...unit, bus: busOf.get(unit.name) ?? unit.bus })),
    transmission_lines: [...(payload.transmission_lines ?? []), ...lines],
  };
}
