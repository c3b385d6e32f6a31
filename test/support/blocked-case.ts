/** A random case in which the limits of some starts and stops are below the minimum output. */
import type { Generator } from '../../temporal/messages/generator.ts';
import { type RandomCase, randomCase } from './random-case.ts';
import { type Draw, randomDraw } from './random-draw.ts';

/** The same seed gives the same case. */
export function blockedCase(seed: number): RandomCase {
  const draw = randomDraw(2_000_000 + seed);
  const { jobType, payload } = randomCase(seed);
  const generators = payload.generators.map((unit) => blocked(draw, unit, payload.horizon));
  return { jobType, payload: { ...payload, generators } };
}

/** Of a unit that has one, the minimum output may be low enough in some hours. */
function blocked(draw: Draw, unit: Generator, horizon: number): Generator {
  const { p_min, cost_curve: _, ...rest } = unit;
  if (p_min === 0 || !draw.chance(0.6)) return unit;
  const low = () => p_min * draw.real(0.3, 0.95);
  return {
    ...rest,
    p_min,
    ...(draw.chance(0.6) && { startup_ramp: low() }),
    ...(draw.chance(0.6) && { shutdown_ramp: low() }),
    ...(draw.chance(0.4) && {
      p_min_profile: draw.hours(horizon, () => (draw.chance(0.5) ? p_min : 0.2 * p_min)),
    }),
  };
}
