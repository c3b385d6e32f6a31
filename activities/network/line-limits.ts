/**
 * What a line may carry, hour by hour: the one place of the engine that reads ratings. A profile replaces the number beside
 * it. A normal rating that is null or 0 is no limit. After a contingency null in a profile is no limit either, and whatever
 * else is missing or 0 is the normal rating of that hour.
 */
import type { Line } from '../../temporal/case/messages/network.ts';

/** MW, one number for all hours or one per hour; Infinity = unlimited. */
type Limit = number | readonly number[];

export interface LineLimits {
  readonly normal: Limit;
  readonly afterOutage: Limit;
}

type Rated = Pick<
  Line,
  'rating_mw' | 'rating_mw_profile' | 'emergency_rating_mw' | 'emergency_rating_mw_profile'
>;

export function lineLimits(line: Rated): LineLimits {
  const { rating_mw_profile: profile, emergency_rating_mw_profile: emergency } = line;
  const normal = profile
    ? profile.map((mw) => limit(mw, Number.POSITIVE_INFINITY))
    : limit(line.rating_mw, Number.POSITIVE_INFINITY);
  if (emergency) {
    const after = (mw: number | null, hour: number): number =>
      mw === null ? Number.POSITIVE_INFINITY : limit(mw, inHour(normal, hour));
    return { normal, afterOutage: emergency.map(after) };
  }
  return { normal, afterOutage: line.emergency_rating_mw ? limit(line.emergency_rating_mw, 0) : normal };
}

function limit(mw: number | null | undefined, otherwise: number): number {
  if (mw === undefined || mw === null || mw === 0) return otherwise;
  if (!(mw > 0)) throw new RangeError(`a line rating of ${mw} MW is not positive`);
  return mw;
}

function inHour(limits: Limit, hour: number): number {
  const mw = typeof limits === 'number' ? limits : limits[hour];
  if (mw === undefined) throw new RangeError(`a rating profile has no hour ${hour}`);
  return mw;
}

/** MW; Infinity = unlimited. `contingency`: null = normal operation. */
export const limitIn = (
  { normal, afterOutage }: LineLimits,
  contingency: number | string | null,
  hour: number,
): number => inHour(contingency === null ? normal : afterOutage, hour);

/** The limit of the line at a position; RangeError when there is no such line or hour. */
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

const hasFinite = (limits: Limit): boolean => [limits].flat().some(Number.isFinite);

/** Whether the line has a limit in some hour. */
export const isLimited = ({ normal, afterOutage }: LineLimits): boolean =>
  hasFinite(normal) || hasFinite(afterOutage);

/** Whether the limit differs from hour to hour. */
export const isHourly = ({ normal, afterOutage }: LineLimits): boolean =>
  typeof normal !== 'number' || typeof afterOutage !== 'number';

/** The first hour in which less may flow after a contingency than before one, with both limits; `hour` null = all hours. */
export function lowEmergency({ normal, afterOutage }: LineLimits) {
  const hours = typeof normal !== 'number' ? normal : typeof afterOutage !== 'number' ? afterOutage : [0];
  const hour = hours.findIndex((_, t) => inHour(afterOutage, t) < inHour(normal, t));
  if (hour < 0) return undefined;
  const isAlways = typeof normal === 'number' && typeof afterOutage === 'number';
  return { hour: isAlways ? null : hour, normal: inHour(normal, hour), emergency: inHour(afterOutage, hour) };
}
