/** Providers of a reserve product, and the limit that the response time sets for a generator. */
import type { Generator, Reserve } from '../schema.ts';
import { type Limits, limitAt } from './series.ts';

const MINUTES_PER_HOUR = 60;

export const isDown = ({ direction }: Pick<Reserve, 'direction'>): boolean => direction === 'down';

/** True if every generator provides the product without a separate limit, as headroom: a product without further fields. */
export const isPlain = (product: Omit<Reserve, 'mw'>): boolean =>
  !isDown(product) && product.providers === undefined && product.response_min === undefined;

/** True if the product names the provider. Storage and renewables provide only products that name them; generators also those without names. */
export const isProvider = ({ providers }: Pick<Reserve, 'providers'>, name: string): boolean =>
  providers?.includes(name) === true;

interface Ramps {
  readonly ramp_up: Limits;
  readonly ramp_down: Limits;
}

/**
 * Largest reserve that a generator provides by its ramp of interval `t` alone, MW: ramp x response_min / 60; Infinity = no limit, 0 = not a
 * provider. `intervalsPerHour`: intervals of the ramps, which are in MW per interval.
 */
export function mostByResponse(
  product: Omit<Reserve, 'mw'>,
  { name, ramp_up, ramp_down }: Pick<Generator, 'name'> & Ramps,
  t: number,
  intervalsPerHour = 1,
): number {
  if (product.providers !== undefined && !isProvider(product, name)) return 0;
  if (product.response_min === undefined) return Number.POSITIVE_INFINITY;
  const ramp = limitAt(isDown(product) ? ramp_down : ramp_up, t);
  return (ramp * intervalsPerHour * product.response_min) / MINUTES_PER_HOUR;
}
