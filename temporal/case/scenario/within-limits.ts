/**
 * Adjusts an element after a change of its output limits. A cost curve is cut at the new limits. A unit whose available
 * output is below Pmin in every interval is out of service: off before the first interval and in all intervals, at no
 * cost. A must-run unit is left unchanged, and the solve reports the contradiction. Must-take output of a renewable is
 * reduced to the available output.
 */
import { availableAt, minimumAt, ratedOf } from '../arithmetic/output-limits.ts';
import { isList, valuesOf } from '../arithmetic/series.ts';
import { productionCost } from '../arithmetic/unit-cost.ts';
import type { Generator, Renewable } from '../schema.ts';

/** Tolerance, MW; equal to the tolerance of the payload's check of curves. */
const SLACK_MW = 1e-6;

const isGenerator = (element: object): element is Generator => 'initial_status' in element;
const isRenewable = (element: object): element is Renewable =>
  'p_max' in element && 'p_min' in element && Array.isArray(element.p_min);

/** Returns `after`, or an adjusted copy. `before`: the element before the change, with consistent limits. */
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
  const [was, is] = [ratedOf(before), ratedOf(after)];
  const isLowered = is.p_max < was.p_max || (isList(after.p_max) && after.p_max !== before.p_max);
  if (isLowered && isOut(after, horizon) && !isOut(before, horizon))
    return outOfService(was.p_max, after, horizon);
  const { cost_curve } = after;
  // If the limit is a list, Pmax of the machine is used only to cut the curve.
  const p_max = isList(after.p_max) ? Math.max(is.p_max, is.p_min) : is.p_max;
  const limit = isList(after.p_max) ? { rated: { ...after.rated, p_max } } : { p_max };
  const { p_min } = is;
  if (!cost_curve || p_min > p_max) return limit;
  const inside = cost_curve.filter(({ mw }) => mw >= p_min - SLACK_MW && mw <= p_max + SLACK_MW);
  if (inside.length === cost_curve.length) return limit;
  const ends = [p_min, p_max];
  const reached = ends.filter((end) => isCutAt(cost_curve, end));
  // A curve that lies outside the limits is replaced by its nearest segment, extended to the limits.
  const cut = (inside.length + reached.length > 1 ? reached : ends).map((mw) => ({
    mw,
    usd_per_h: productionCost(after, mw, 0).energy,
  }));
  const points = [...inside, ...cut].sort((a, b) => a.mw - b.mw);
  return { ...limit, cost_curve: points.filter(({ mw }, i) => mw > (points[i - 1]?.mw ?? -Infinity)) };
}

/** True if the curve has points on both sides of a limit. */
const isCutAt = (curve: NonNullable<Generator['cost_curve']>, end: number): boolean =>
  curve.some(({ mw }) => mw < end) && curve.some(({ mw }) => mw > end);

const isOut = (unit: Generator, horizon: number): boolean =>
  Array.from({ length: horizon }).every((_, hour) => {
    const available = availableAt(unit, hour);
    // False for negative available output: such a payload is refused.
    return available >= 0 && available < minimumAt(unit, hour) - SLACK_MW;
  });

/** Fields that put a unit out of service. `usual`: available output before the change, MW. */
function outOfService(usual: number, unit: Generator, horizon: number): Partial<Generator> {
  const { must_run, min_downtime, p_max } = unit;
  const room = Math.max(usual, ratedOf(unit).p_min);
  if ([must_run].flat().includes(true))
    return { p_max: [...valuesOf(p_max, horizon)], rated: { ...unit.rated, p_max: room } };
  const none = new Array<number>(horizon).fill(0);
  return {
    ...{ p_max: none, p_min: none, rated: { p_max: room, p_min: 0 } },
    ...{ initial_status: -Math.max(1, min_downtime), initial_power_mw: 0 },
  };
}
