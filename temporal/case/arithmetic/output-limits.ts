/**
 * Output limits of a generator in an hour. One whose available output is below its minimum output is off in that hour, as in
 * an outage, whatever holds in other hours.
 */
import type { Generator } from '../messages/generator.ts';

type Limits = Pick<Generator, 'p_min' | 'p_max' | 'p_min_profile' | 'p_max_profile'>;

/** Differences up to this are rounding, MW. */
const ROUNDING_MW = 1e-6;

export const minimumAt = ({ p_min, p_min_profile }: Limits, hour: number): number =>
  p_min_profile?.[hour] ?? p_min;

export const availableAt = ({ p_max, p_max_profile }: Limits, hour: number): number =>
  p_max_profile?.[hour] ?? p_max;

export const isUnavailable = (unit: Limits, hour: number): boolean =>
  minimumAt(unit, hour) - availableAt(unit, hour) > ROUNDING_MW;
