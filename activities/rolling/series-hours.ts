/** Some hours of series that repeat. */

/** In the hours of the series. */
export interface Hours {
  readonly first: number;
  readonly length: number;
}

/** The values of the hours that are solved. */
export type HoursOf = <V>(series: readonly V[]) => V[];

/** `first`: the first of the hours in those of the series. */
export const hoursFrom =
  (first: number, length: number): HoursOf =>
  (series) => {
    const begin = first % series.length;
    const hours = series.slice(begin, begin + length);
    while (series.length > 0 && hours.length < length)
      for (const value of series.slice(0, length - hours.length)) hours.push(value);
    return hours;
  };
