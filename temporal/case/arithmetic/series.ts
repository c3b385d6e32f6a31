/** The value of a series at a position, usually an hour. The meaning of a missing value differs, so each meaning has its own function. */
type Series = ArrayLike<number> | undefined;

/** 0 beyond the end of the series: the amount is zero there. */
export const amountAt = (values: Series, position: number): number => values?.[position] ?? 0;

/** NaN beyond the end of the series: the value is unknown, every comparison fails, and nothing is proved by it. */
export const knownAt = (values: Series, position: number): number => values?.[position] ?? Number.NaN;

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** True if an attribute has one value per interval, false if one for all. */
export const isList = <V>(values: V | readonly V[]): values is readonly V[] => Array.isArray(values);

/** The value of an attribute in an interval; undefined beyond the end of its list. */
export const valueAt = <V>(values: V | readonly V[], interval: number): V | undefined =>
  isList(values) ? values[interval] : values;

/** The largest value over all intervals; missing values and null count as 0. */
export const largestOf = (values: number | null | undefined | readonly (number | null)[]): number =>
  isList(values) ? values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0) : (values ?? 0);

/** One value per interval, shape [length]. */
export const valuesOf = <V>(values: V | readonly V[], length: number): readonly V[] =>
  isList(values) ? values : new Array<V>(length).fill(values);
