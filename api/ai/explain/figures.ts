/**
 * Figures as data hold them and as sentences say them. Data keep six digits behind the point, sentences two,
 * so that a figure in a sentence is always the rounded figure of the data.
 *
 * @module
 */
export const round6 = (value: number): number => Math.round(value * 1e6) / 1e6 + 0;

/** `40.00`; never `-0.00`. */
export function said(value: number): string {
  const text = value.toFixed(2);
  return text === '-0.00' ? '0.00' : text;
}

/** `1 hour`, `3 hours`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const total = (values: Iterable<number> = []): number => {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
};

/** Hours of a series, `values[hour]`; 0 where the series does not reach. */
export const at = (values: readonly number[] | undefined, hour: number): number => values?.[hour] ?? 0;
