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
