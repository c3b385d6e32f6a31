/** Numbers by the hour: read as people type and paste them, scaled and shifted (pure). */

/** How no limit is written in an hour; it is read as Infinity. */
const NONE = 'none';

/**
 * Numbers, or `none`, with commas, spaces, tabs or line ends between them: a column or a row of a spreadsheet. Undefined
 * for others.
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

/** What `numbersIn` reads; null is no limit as well. */
export const seriesText = (values: readonly unknown[], between = ', '): string =>
  values.map((value) => (value === null || value === Number.POSITIVE_INFINITY ? NONE : value)).join(between);

/** Whether it is the text of a list of several, and not of one number. */
export const isSeriesText = (text: string): boolean => text.includes(',');

/** Times `factor`, and `later` by that many hours; what leaves at the end comes in at the beginning. */
export function shaped(values: readonly number[], factor: number, later: number): number[] {
  const { length } = values;
  return values.map((_, hour) => {
    const from = (((hour - later) % length) + length) % length;
    const value = values[from] ?? 0;
    return value === Number.POSITIVE_INFINITY ? value : Number((value * factor).toFixed(6));
  });
}
