/**
 * What a line may carry in each interval. A normal rating that is null or 0 is no limit. After a contingency null in a list is
 * no limit either, and whatever else is missing or 0 is the normal rating of that interval.
 */
import { isList } from '../../temporal/case/arithmetic/series.ts';
import type { Line } from '../../temporal/case/schema.ts';
import type { CaseLine, Series } from './case.ts';
import { type Constants, createConstants } from './constants.ts';

/** Lines by themselves, where their ratings matter little or no horizon is known. */
export function readLines(lines: readonly Line[], horizon = 1): CaseLine[] {
  const constants = createConstants(horizon);
  return lines.map((line) => readLine(line, constants));
}

export function readLine(line: Line, { numbers }: Constants): CaseLine {
  const { rating_mw: rating, emergency_rating_mw: emergency } = line;
  const normal = isList(rating)
    ? rating.map((mw) => limit(mw, Number.POSITIVE_INFINITY))
    : numbers(limit(rating, Number.POSITIVE_INFINITY));
  const afterOutage = (): Series => {
    if (isList(emergency))
      return emergency.map((mw, t) =>
        mw === null ? Number.POSITIVE_INFINITY : limit(mw, normal[t] ?? Number.NaN),
      );
    const own = limit(emergency, 0);
    return own > 0 ? numbers(own) : normal;
  };
  return { ...line, given: line, rating_mw: normal, emergency_rating_mw: afterOutage() };
}

function limit(mw: number | null | undefined, otherwise: number): number {
  if (mw === undefined || mw === null || mw === 0) return otherwise;
  if (!(mw > 0)) throw new RangeError(`a line rating of ${mw} MW is not positive`);
  return mw;
}
