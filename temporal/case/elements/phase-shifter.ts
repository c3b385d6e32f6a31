/** A phase shifter: a transformer in a line whose phase shift is decided, one angle per interval. */
import { amount, number, text } from './attribute.ts';

/** Largest magnitude of an angle, deg. */
const MOST_DEG = 180;
const angle = (description: string) =>
  number('deg', description, { bounds: { least: -MOST_DEG, most: MOST_DEG } });

export const PHASE_SHIFTER = {
  line: text(
    'Id of the line whose phase shift is decided, in place of its phase_shift_deg; the angle is the same before and after contingencies',
  ).required(),
  min_deg: angle('Least phase shift at from_bus').required(),
  max_deg: angle('Largest phase shift at from_bus').required(),
  cost_usd_per_deg_h: amount(
    '$/deg/h',
    'Cost of each degree of the angle, of either sign, per hour; default 0',
  ),
};
