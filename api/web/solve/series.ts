/** Hourly series: parsing, scaling and shifting (pure). */

/** Text for an hour without a limit; it is parsed as Infinity. */
const NONE = 'none';

/**
 * Parses numbers, or `none`, separated by commas, spaces, tabs or line ends, as copied from a row or column of a
 * spreadsheet. Undefined for any other text.
 */
export function numbersIn(text: string): number[] | undefined {
  if (text.trim() === '') return undefined;
  const parts = text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .split(/ ?[,;] ?| /);
  const isRead = parts.every((part) => part === NONE || (part !== '' && Number.isFinite(Number(part))));
  return isRead ? parts.map((part) => (part === NONE ? Number.POSITIVE_INFINITY : Number(part))) : undefined;
}

/** Text of a series in the form that `numbersIn` reads; null means no limit. */
export const seriesText = (values: readonly unknown[], between = ', '): string =>
  values.map((value) => (value === null || value === Number.POSITIVE_INFINITY ? NONE : value)).join(between);

/** True for a text with several numbers. */
export const isSeriesText = (text: string): boolean => text.includes(',');

/** Multiplies a series by `factor`, and shifts it by `later` hours; values at the end move to the beginning. */
export function shaped(values: readonly number[], factor: number, later: number): number[] {
  const { length } = values;
  return values.map((_, hour) => {
    const from = (((hour - later) % length) + length) % length;
    const value = values[from] ?? 0;
    return value === Number.POSITIVE_INFINITY ? value : Number((value * factor).toFixed(6));
  });
}
