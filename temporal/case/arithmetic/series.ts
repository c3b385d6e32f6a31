/**
 * The value at a position of a series, most often an hour. What a missing value means differs from place to place,
 * so that each meaning has a name of its own.
 */
type Series = ArrayLike<number> | undefined;

/** 0 where the series does not reach: nothing is there. */
export const amountAt = (values: Series, position: number): number => values?.[position] ?? 0;

/** NaN where the series does not reach: unknown, so that every comparison fails and nothing is proved by it. */
export const knownAt = (values: Series, position: number): number => values?.[position] ?? Number.NaN;

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Whether an attribute has one value per interval, and not one for all. */
export const isList = <V>(values: V | readonly V[]): values is readonly V[] => Array.isArray(values);

/** The value of an attribute in an interval; undefined where its list does not reach. */
export const valueAt = <V>(values: V | readonly V[], interval: number): V | undefined =>
  isList(values) ? values[interval] : values;

/** The largest value of all intervals; none, and null, count as 0. */
export const largestOf = (values: number | null | undefined | readonly (number | null)[]): number =>
  isList(values) ? values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0) : (values ?? 0);

/** One value per interval, shape [length]. */
export const valuesOf = <V>(values: V | readonly V[], length: number): readonly V[] =>
  isList(values) ? values : new Array<V>(length).fill(values);
