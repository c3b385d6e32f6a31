/**
 * Reads the value of a series at a position, usually an hour. A missing value means zero, unknown or no limit, so each
 * meaning has its own function.
 */
type Series = ArrayLike<number> | undefined;

/** Value at a position; 0 beyond the end of the series, where the amount is zero. */
export const amountAt = (values: Series, position: number): number => values?.[position] ?? 0;

/**
 * Value at a position; NaN beyond the end of the series, where the value is unknown. Every comparison with NaN is
 * false, so an unknown value never proves anything.
 */
export const knownAt = (values: Series, position: number): number => values?.[position] ?? Number.NaN;

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** True if an attribute has one value per interval, false if it has a single value for all. */
export const isList = <V>(values: V | readonly V[]): values is readonly V[] => Array.isArray(values);

/** The value of an attribute in an interval; undefined beyond the end of its list. */
export const valueAt = <V>(values: V | readonly V[], interval: number): V | undefined =>
  isList(values) ? values[interval] : values;

/** One number for all intervals, or one per interval. */
export type Varied = number | readonly number[];

/** The limit in an interval; Infinity if it is null. */
export const limitAt = (limits: Limits, interval: number): number =>
  valueAt(limits, interval) ?? Number.POSITIVE_INFINITY;

/** One limit for all intervals, or one per interval; null = no limit. */
export type Limits = number | null | readonly (number | null)[];

/** The smallest limit over all intervals; null if no interval has a limit. */
export function leastLimit(limits: Limits): number | null {
  if (!isList(limits)) return limits;
  const least = Math.min(...limits.map((_, t) => limitAt(limits, t)));
  return Number.isFinite(least) ? least : null;
}

/** The number in an interval; NaN beyond the end of a list. */
export const numberAt = (values: Varied, interval: number): number => valueAt(values, interval) ?? Number.NaN;

/** `change` applied to the number, or to each number of the list. */
export const eachOf = (values: number | number[], change: (value: number) => number): number | number[] =>
  Array.isArray(values) ? values.map(change) : change(values);

/** True if all values are equal. */
export const isSteady = (values: readonly number[]): boolean => values.every((value) => value === values[0]);

/** The number if all values are equal, else the list. */
export const oneIfSteady = (values: number[]): number | number[] =>
  isSteady(values) ? (values[0] ?? 0) : values;

/** Mean over the intervals. */
export const meanOf = (values: Varied): number => (isList(values) ? sum(values) / values.length : values);

/** Cost of amounts at a price, $; the amounts begin in the first interval. */
export const costOf = (price: Varied, amounts: readonly number[]): number =>
  isList(price) ? sum(amounts.map((amount, t) => numberAt(price, t) * amount)) : price * sum(amounts);

/** The largest value over all intervals; missing values and null count as 0. */
export const largestOf = (values: number | null | undefined | readonly (number | null)[]): number =>
  isList(values) ? values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0) : (values ?? 0);

/** Values of an attribute in each interval, shape [length]. */
export const valuesOf = <V>(values: V | readonly V[], length: number): readonly V[] =>
  isList(values) ? values : new Array<V>(length).fill(values);
