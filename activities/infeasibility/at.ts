/** The value of an hour; NaN when the series has none, which proves nothing. */
export const at = (values: readonly number[], hour: number): number => values[hour] ?? Number.NaN;
