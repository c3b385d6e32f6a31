/**
 * What goes with a change of output limits. A cost curve is cut at the new ones. A unit with less than its minimum output in
 * every interval is out: off before the first interval and in all of them, at no cost. One that must run stays as it is, and
 * the solve says why that cannot be. What must be taken of a renewable is at most what is available.
 */
import { productionCost } from '../arithmetic/unit-cost.ts';
import type { Generator } from '../messages/generator.ts';
import type { Renewable } from '../messages/resources.ts';

/** The slack that the payload's check of curves allows, MW. */
const SLACK_MW = 1e-6;

const isGenerator = (element: object): element is Generator => 'initial_status' in element;
const isRenewable = (element: object): element is Renewable =>
  'p_max' in element && 'p_min' in element && Array.isArray(element.p_min);

/** `after`, or a copy: a change of `before`, whose limits fitted each other. */
export function withinLimits<T extends object>(before: T, after: T, horizon: number): T {
  if (before === after) return after;
  if (isGenerator(before) && isGenerator(after)) return { ...after, ...unitWithin(before, after, horizon) };
  if (isRenewable(before) && isRenewable(after) && before.p_max !== after.p_max) {
    const p_min = after.p_min.map((mw, hour) => Math.min(mw, after.p_max[hour] ?? mw));
    return { ...after, p_min };
  }
  return after;
}

function unitWithin(before: Generator, after: Generator, horizon: number): Partial<Generator> {
  const isLowered = after.p_max < before.p_max || after.p_max_profile !== before.p_max_profile;
  if (isLowered && isOut(after, horizon) && !isOut(before, horizon))
    return outOfService(before, after, horizon);
  const { p_min, p_max: given, p_max_profile, cost_curve } = after;
  // With a profile the number limits the curve alone.
  const p_max = p_max_profile ? Math.max(given, p_min) : given;
  if (!cost_curve || p_min > p_max) return { p_max };
  const inside = cost_curve.filter(({ mw }) => mw >= p_min - SLACK_MW && mw <= p_max + SLACK_MW);
  if (inside.length === cost_curve.length) return { p_max };
  const ends = [p_min, p_max];
  const reached = ends.filter((end) => isCutAt(cost_curve, end));
  // A curve that lies beyond the limits keeps its line, which is the cost there too.
  const cut = (inside.length + reached.length > 1 ? reached : ends).map((mw) => ({
    mw,
    usd_per_h: productionCost(after, mw).energy,
  }));
  const points = [...inside, ...cut].sort((a, b) => a.mw - b.mw);
  return { p_max, cost_curve: points.filter(({ mw }, i) => mw > (points[i - 1]?.mw ?? -Infinity)) };
}

/** Beyond a limit there is something of the curve to cut off. */
const isCutAt = (curve: NonNullable<Generator['cost_curve']>, end: number): boolean =>
  curve.some(({ mw }) => mw < end) && curve.some(({ mw }) => mw > end);

const isOut = ({ p_min, p_max, p_min_profile, p_max_profile }: Generator, horizon: number): boolean =>
  Array.from({ length: horizon }).every((_, hour) => {
    const available = p_max_profile?.[hour] ?? p_max;
    // Below 0 is no output at all, and refused.
    return available >= 0 && available < (p_min_profile?.[hour] ?? p_min) - SLACK_MW;
  });

function outOfService({ p_max: usual }: Generator, unit: Generator, horizon: number): Partial<Generator> {
  const { must_run, min_downtime, p_min, p_max, p_max_profile } = unit;
  const room = Math.max(usual, p_min);
  if (must_run)
    return { p_max: room, p_max_profile: p_max_profile ?? new Array<number>(horizon).fill(p_max) };
  const none = new Array<number>(horizon).fill(0);
  return {
    ...{ p_max: room, p_min: 0, p_min_profile: none, p_max_profile: none },
    ...{ initial_status: -Math.max(1, min_downtime), initial_power_mw: 0 },
  };
}
