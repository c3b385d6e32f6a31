/**
 * A unit commitment case that takes long to solve: many similar units, binding minimum times, and a required gap of 0.
 */
import type { SteadyPayload, SteadyUnit } from './a-unit.ts';
import { random } from './random.ts';

export function hardCase(units = 60, horizon = 48, seed = 1): SteadyPayload {
  const r = random(seed);
  const generators = Array.from({ length: units }, (_, i): SteadyUnit => {
    const pMax = Math.round(r.between(50, 400));
    return {
      name: `g${i}`,
      bus: 1,
      p_max: pMax,
      p_min: Math.round(pMax * r.between(0.3, 0.5)),
      marginal_cost: r.between(18, 40),
      no_load_cost: r.between(200, 1500),
      startup_cost: r.between(500, 6000),
      ramp_up: Math.round(pMax * 0.4),
      ramp_down: Math.round(pMax * 0.4),
      min_uptime: r.integer(3, 10),
      min_downtime: r.integer(3, 10),
      initial_status: r.pick([-12, 12]),
    };
  });
  const capacity = generators.reduce((mw, { p_max }) => mw + p_max, 0);
  const values = Array.from(
    { length: horizon },
    (_, t) => capacity * (0.55 + 0.2 * Math.sin((t / 24) * 2 * Math.PI - 2) + r.between(-0.02, 0.02)),
  );
  return { generators, loads: [{ bus: 1, values }], horizon, options: { mip_gap: 0 } };
}
