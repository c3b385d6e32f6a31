/** Intervals of a case, and the values of its attributes by interval. Used by the readers of a case only. */
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import type { Hours } from './case.ts';
import { at } from './series.ts';

/** Smaller shares of an interval are rounding errors. */
export const ROUNDING = 1e-6;
export const NO_LIMIT = Number.POSITIVE_INFINITY;

/** Older spelling of a list by hour, in stored cases: a separate attribute. */
export type Hourly<Attribute extends string, V> = { readonly [A in `${Attribute}_profile`]?: readonly V[] };

export const isList = <V>(values: V | readonly V[]): values is readonly V[] => Array.isArray(values);

/** The intervals of a case. */
export interface Intervals {
  readonly hours: readonly number[];
  /** Length of one, h. */
  readonly h: number;
  /** One value for all hours, or one for each. */
  readonly series: (values: number | readonly number[]) => Hours;
}

export function readIntervals({ horizon, interval_minutes = 60 }: SolvePayload): Intervals {
  const hours = Array.from({ length: horizon }, (_, hour) => hour);
  /** One array for each value, which thousands of elements share. */
  const constants = new Map<number, Hours>();
  const constant = (value: number): Hours => {
    const series = constants.get(value) ?? hours.map(() => value);
    constants.set(value, series);
    return series;
  };
  return {
    hours,
    h: interval_minutes / 60,
    series: (values) =>
      typeof values === 'number' ? constant(values) : hours.map((hour) => at(values, hour)),
  };
}

/** Whole intervals that cover a time in hours. */
export const intervalsFor = (hours: number, h: number): number => Math.ceil(hours / h - ROUNDING);
