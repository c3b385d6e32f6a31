/** Who may give a reserve product, and how much of it the response time leaves a generator. */
import type { Generator, Reserve } from '../schema.ts';

const MINUTES_PER_HOUR = 60;

export const isDown = ({ direction }: Pick<Reserve, 'direction'>): boolean => direction === 'down';

/** Whether every generator gives it without a limit of its own, as headroom: what a product without further fields is. */
export const isPlain = (product: Omit<Reserve, 'mw'>): boolean =>
  !isDown(product) && product.providers === undefined && product.response_min === undefined;

/** Storage and renewables give what names them; generators also what names nobody. */
export const isProvider = ({ providers }: Pick<Reserve, 'providers'>, name: string): boolean =>
  providers?.includes(name) === true;

/**
 * The most that a generator gives of a product by its ramp alone, MW: ramp x response_min / 60; Infinity = no limit, 0 = it
 * does not give it. `intervalsPerHour`: of the ramps, which are MW per interval.
 */
export function mostByResponse(
  product: Omit<Reserve, 'mw'>,
  { name, ramp_up, ramp_down }: Pick<Generator, 'name' | 'ramp_up' | 'ramp_down'>,
  intervalsPerHour = 1,
): number {
  if (product.providers !== undefined && !isProvider(product, name)) return 0;
  const ramp = isDown(product) ? ramp_down : ramp_up;
  if (product.response_min === undefined || ramp === null) return Number.POSITIVE_INFINITY;
  return (ramp * intervalsPerHour * product.response_min) / MINUTES_PER_HOUR;
}
