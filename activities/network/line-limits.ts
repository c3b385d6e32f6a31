/**
 * What a line may carry, hour by hour: the one place of the engine that reads ratings. A profile replaces the number beside
 * it. A normal rating that is null or 0 is no limit. After a contingency null in a profile is no limit either, and whatever
 * else is missing or 0 is the normal rating of that hour.
 */
import type { Line } from '../../temporal/case/messages/network.ts';

/** One of all hours, or one per hour. MW; Infinity = unlimited. */
export type LineLimits = readonly { readonly normal: number; readonly afterOutage: number }[];

export function lineLimits(line: Line): LineLimits {
  const { rating_mw_profile: profile, emergency_rating_mw_profile: emergency } = line;
  const hours = Math.max(profile?.length ?? 1, emergency?.length ?? 1);
  return Array.from({ length: hours }, (_, hour) => {
    const normal = limit(profile ? profile[hour] : line.rating_mw, Number.POSITIVE_INFINITY);
    const after = emergency ? emergency[hour] : line.emergency_rating_mw;
    const isUnlimited = emergency && after === null;
    return { normal, afterOutage: isUnlimited ? Number.POSITIVE_INFINITY : limit(after, normal) };
  });
}

function limit(mw: number | null | undefined, otherwise: number): number {
  if (mw === undefined || mw === null || mw === 0) return otherwise;
  if (!(mw > 0)) throw new RangeError(`a line rating of ${mw} MW is not positive`);
  return mw;
}

/** MW; Infinity = unlimited. `contingency`: null = normal operation. RangeError for an hour that a profile does not reach. */
export function limitIn(limits: LineLimits, contingency: number | string | null, hour: number): number {
  const own = limits[isHourly(limits) ? hour : 0];
  if (!own) throw new RangeError(`a rating profile has no hour ${hour}`);
  return contingency === null ? own.normal : own.afterOutage;
}

/** The limit of the line at a position; RangeError when there is no such line. */
export function limitOf(
  { lines }: { readonly lines: readonly { readonly limits: LineLimits }[] },
  line: number,
  contingency: number | null,
  hour: number,
): number {
  const found = lines[line];
  if (!found) throw new RangeError(`no line at position ${line}`);
  return limitIn(found.limits, contingency, hour);
}

/** Whether the line has a limit in some hour. */
export const isLimited = (limits: LineLimits): boolean =>
  limits.some(({ normal, afterOutage }) => Number.isFinite(normal) || Number.isFinite(afterOutage));

export const isHourly = ({ length }: LineLimits): boolean => length > 1;
