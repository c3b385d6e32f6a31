/** Providers of a reserve product, and the limit that the response time sets for a generator. */
import type { Generator, Reserve } from '../schema.ts';
import { type Limits, limitAt } from './series.ts';

const MINUTES_PER_HOUR = 60;

export const isDown = ({ direction }: Pick<Reserve, 'direction'>): boolean => direction === 'down';

/**
 * True if every generator provides the product as headroom, without a separate limit: an upward product without
 * `providers` and `response_min`.
 */
export const isPlain = (product: Omit<Reserve, 'mw'>): boolean =>
  !isDown(product) && product.providers === undefined && product.response_min === undefined;

/**
 * True if the element provides the product. Storage and renewables provide only products that name them; generators
 * also provide products without a list of names.
 */
export const isProvider = ({ providers }: Pick<Reserve, 'providers'>, name: string): boolean =>
  providers?.includes(name) === true;

interface Ramps {
  readonly ramp_up: Limits;
  readonly ramp_down: Limits;
}

/**
 * Largest reserve that the ramp of a generator in interval `t` allows within the response time, MW: ramp x response_min /
 * 60; Infinity for no limit, 0 for a generator that is not a provider. `intervalsPerHour`: number of intervals in an
 * hour; ramps are in MW per interval.
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
