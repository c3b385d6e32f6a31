/** Some hours of series that repeat. */

/** In the hours of the series. */
export interface Hours {
  readonly first: number;
  readonly length: number;
}

/** The values of the hours that are solved. */
export type HoursOf = (series: readonly number[]) => number[];

/** `first`: the first of the hours in those of the series. */
export const hoursFrom =
  (first: number, length: number): HoursOf =>
  (series) => {
    const begin = first % series.length;
    if (begin + length <= series.length) return series.slice(begin, begin + length);
    return Array.from({ length }, (_, t) => series[(begin + t) % series.length] ?? 0);
  };
