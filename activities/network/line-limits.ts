/** The limit of a line by hour, so that callers cannot forget the hour; `activities/case/read-line.ts` reads the ratings. */
import type { CaseLine, Series } from '../case/case.ts';

/** MW, shape [T]; Infinity = unlimited. */
type Limits = Pick<CaseLine, 'rating_mw' | 'emergency_rating_mw'>;

/** The limit of the line at a position, MW; `contingency`: null = normal operation. Throws RangeError for an unknown line or hour. */
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

/** Whether the line has a limit in some hour. */
export const isLimited = (limits: Limits): boolean =>
  seriesOf(limits).some((series) => series.some(Number.isFinite));

/** True if a limit of the line differs between hours. */
export const isHourly = (limits: Limits): boolean =>
  seriesOf(limits).some((series) => series.some((mw) => mw !== series[0]));
