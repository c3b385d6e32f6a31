/** A range of hours from series that repeat. */

/** A range of hours of the series. */
export interface Hours {
  readonly first: number;
  readonly length: number;
}

/** Returns the values of a range of hours. */
export type HoursOf = <V>(series: readonly V[]) => V[];

/**
 * Returns a function that selects hours of series, which repeat. `first`: first hour of the range, as an hour of the
 * series.
 */
export const hoursFrom =
  (first: number, length: number): HoursOf =>
  (series) => {
    const begin = first % series.length;
    const hours = series.slice(begin, begin + length);
    while (series.length > 0 && hours.length < length)
      for (const value of series.slice(0, length - hours.length)) hours.push(value);
    return hours;
  };
