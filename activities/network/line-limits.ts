/**
 * The limit of a line in an hour. The hour is a required argument, so that callers cannot forget it.
 * `activities/case/read-line.ts` reads the ratings.
 */
import type { CaseLine, Series } from '../case/case.ts';

/** Ratings of a line, MW, shape [T]; Infinity = unlimited. */
type Limits = Pick<CaseLine, 'rating_mw' | 'emergency_rating_mw'>;

/**
 * The limit of a line in an hour, MW. `contingency`: null without an outage. Throws RangeError for an unknown line or
 * hour.
 */
export function limitOf(
  { lines }: { readonly lines: readonly { readonly element: Limits }[] },
  line: number,
  contingency: number | null,
  hour: number,
): number {
  const networkLine = lines[line];
  if (!networkLine) throw new RangeError(`no line at position ${line}`);
  const { rating_mw, emergency_rating_mw } = networkLine.element;
  const limit = (contingency === null ? rating_mw : emergency_rating_mw)[hour];
  if (limit === undefined) throw new RangeError(`a rating has no hour ${hour}`);
  return limit;
}

const seriesOf = ({ rating_mw, emergency_rating_mw }: Limits): readonly Series[] =>
  rating_mw === emergency_rating_mw ? [rating_mw] : [rating_mw, emergency_rating_mw];

/** True if the line has a limit in any hour. */
export const isLimited = (limits: Limits): boolean =>
  seriesOf(limits).some((series) => series.some(Number.isFinite));

/** True if a limit of the line differs between hours. */
export const isHourly = (limits: Limits): boolean =>
  seriesOf(limits).some((series) => series.some((mw) => mw !== series[0]));
