/** Providers of a reserve product, and the limit that the response time sets for a generator. */
import type { Generator, Reserve } from '../schema.ts';
import { amountAt, type Limits, limitAt, sum } from './series.ts';

const MINUTES_PER_HOUR = 60;

export const isDown = ({ direction }: Pick<Reserve, 'direction'>): boolean => direction === 'down';

/** The product and all products that its reserve counts towards, directly or through another one. */
export function countedIn<Product extends Pick<Reserve, 'name' | 'counts_towards'>>(
  product: Product,
  reserves: readonly Product[],
): Product[] {
  const chain: Product[] = [];
  for (let next: Product | undefined = product; next && !chain.includes(next); ) {
    chain.push(next);
    const { counts_towards }: Product = next;
    next = counts_towards === undefined ? undefined : reserves.find(({ name }) => name === counts_towards);
  }
  return chain;
}

/** Price that a provider of a product earns in an interval, $/MW: those of all products that its reserve counts in. */
export const earnedPrice = (
  reserves: readonly Pick<Reserve, 'name' | 'counts_towards'>[],
  prices: Readonly<Record<string, ArrayLike<number>>> | undefined,
  product: Pick<Reserve, 'name' | 'counts_towards'>,
  t: number,
): number => sum(countedIn(product, reserves).map(({ name }) => amountAt(prices?.[name], t)));

/** True if units that are off may provide the product. */
export const isOffline = ({ kind }: Pick<Reserve, 'kind'>): boolean => kind === 'non_spinning';

/**
 * True if every generator provides the product as headroom, without a separate limit, and a shortfall has one price:
 * an upward spinning product without `providers`, `response_min`, `demand_curve` and `counts_towards`.
 */
export const isPlain = (product: Omit<Reserve, 'mw'>): boolean =>
  !isDown(product) &&
  product.providers === undefined &&
  product.response_min === undefined &&
  product.demand_curve === undefined &&
  (product.kind ?? 'spinning') === 'spinning' &&
  product.counts_towards === undefined;

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
 * Largest reserve that the ramp of a generator in interval `t` allows within the response time, MW: ramp x response_min
 * / 60; Infinity for no limit, 0 for a generator that is not a provider. A ramping product without a response time has
 * that of the interval (Wang, Hobbs, Real-time markets for flexiramp, IEEE Trans. Power Syst. 31, 2016).
 * `intervalsPerHour`: number of intervals in an hour; ramps are in MW per interval.
 */
export function mostByResponse(
  product: Omit<Reserve, 'mw'>,
  { name, ramp_up, ramp_down }: Pick<Generator, 'name'> & Ramps,
  t: number,
  intervalsPerHour = 1,
): number {
  if (product.providers !== undefined && !isProvider(product, name)) return 0;
  const response =
    product.response_min ?? (product.kind === 'ramping' ? MINUTES_PER_HOUR / intervalsPerHour : undefined);
  if (response === undefined) return Number.POSITIVE_INFINITY;
  const ramp = limitAt(isDown(product) ? ramp_down : ramp_up, t);
  return (ramp * intervalsPerHour * response) / MINUTES_PER_HOUR;
}
