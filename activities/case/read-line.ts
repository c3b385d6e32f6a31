/**
 * Ratings of a line in each interval. A normal rating that is null or 0 is no limit. In a list of emergency ratings
 * null is no limit; any other missing rating, or one of 0, is the normal rating of that interval.
 */
import { isList } from '../../temporal/case/arithmetic/series.ts';
import type { Line, PhaseShifter } from '../../temporal/case/schema.ts';
import type { CaseLine, Series } from './case.ts';
import { type Constants, createConstants } from './constants.ts';

/** Reads lines without the rest of a case, for callers that have no horizon or do not need ratings by interval. */
export function readLines(lines: readonly Line[], horizon = 1): CaseLine[] {
  const constants = createConstants(horizon);
  return lines.map((line) => readLine(line, constants));
}

export function readLine(line: Line, { numbers }: Constants, shifter?: PhaseShifter): CaseLine {
  const { rating_mw: rating, emergency_rating_mw: emergency } = line;
  const normal = isList(rating)
    ? rating.map((mw) => limit(mw, Number.POSITIVE_INFINITY))
    : numbers(limit(rating, Number.POSITIVE_INFINITY));
  const afterOutage = (): Series => {
    if (isList(emergency))
      return emergency.map((mw, t) =>
        mw === null ? Number.POSITIVE_INFINITY : limit(mw, normal[t] ?? Number.NaN),
      );
    const emergencyLimit = limit(emergency, 0);
    return emergencyLimit > 0 ? numbers(emergencyLimit) : normal;
  };
  return { ...line, given: line, rating_mw: normal, emergency_rating_mw: afterOutage(), shifter };
}

function limit(mw: number | null | undefined, otherwise: number): number {
  if (mw === undefined || mw === null || mw === 0) return otherwise;
  if (!(mw > 0)) throw new RangeError(`a line rating of ${mw} MW is not positive`);
  return mw;
}
