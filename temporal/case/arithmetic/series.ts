/**
 * The value of a series at a position, usually an hour. A missing value has different meanings, so each meaning has a
 * function of its own.
 */
type Series = ArrayLike<number> | undefined;

/** Value at a position; 0 beyond the end of the series, where the amount is zero. */
export const amountAt = (values: Series, position: number): number => values?.[position] ?? 0;

/**
 * Value at a position; NaN beyond the end of the series, where the value is unknown. Every comparison with NaN fails,
 * so nothing is proved from it.
 */
export const knownAt = (values: Series, position: number): number => values?.[position] ?? Number.NaN;

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** True if an attribute has one value per interval, false if it has a single value for all. */
export const isList = <V>(values: V | readonly V[]): values is readonly V[] => Array.isArray(values);

/** The value of an attribute in an interval; undefined beyond the end of its list. */
export const valueAt = <V>(values: V | readonly V[], interval: number): V | undefined =>
  isList(values) ? values[interval] : values;

/** One number for all intervals, or one per interval. */
type Varied = number | readonly number[];

/** The number of an interval; NaN beyond the end of a list. */
const numberAt = (values: Varied, interval: number): number => valueAt(values, interval) ?? Number.NaN;

/** True if all values are equal. */
const isSteady = (values: readonly number[]): boolean => values.every((value) => value === values[0]);

/** Cost of amounts at a price, from the first interval on. */
export const costOf = (price: Varied, amounts: readonly number[]): number => {
  const prices = isList(price) ? price : [price];
  return isSteady(prices)
    ? (prices[0] ?? 0) * sum(amounts)
    : sum(amounts.map((amount, t) => numberAt(price, t) * amount));
};

/** The largest value over all intervals; missing values and null count as 0. */
export const largestOf = (values: number | null | undefined | readonly (number | null)[]): number =>
  isList(values) ? values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0) : (values ?? 0);

/** Values of an attribute in each interval, shape [length]. */
export const valuesOf = <V>(values: V | readonly V[], length: number): readonly V[] =>
  isList(values) ? values : new Array<V>(length).fill(values);
