/** Production cost curves: from a file to the convex curves that the service uses, and from a generator to a file. */
import { meanOf, numberAt, type Varied } from '../../../temporal/case/arithmetic/series.ts';
import type { CostFields } from '../../../temporal/case/arithmetic/unit-cost.ts';
import type { Generator } from '../../../temporal/case/schema.ts';
import { ImportError, type Place } from './report.ts';

export type CostCurve = NonNullable<Generator['cost_curve']>;

/** Tolerance, $/MWh, for a falling marginal cost before a curve counts as nonconvex. */
const CONVEXITY_SLACK = 1e-6;

/**
 * Curve from outputs and costs, shape [points] each. Outputs must ascend; if two points have the same output, the lower
 * cost is used.
 */
export function toCurve(mw: readonly number[], usdPerHour: readonly number[], path: Place): CostCurve {
  if (mw.length === 0 || mw.length !== usdPerHour.length)
    throw new ImportError(path, 'Should have as many costs as outputs, and at least one');
  const curve: CostCurve = [];
  for (const [k, output] of mw.entries()) {
    const point = { mw: output, usd_per_h: usdPerHour[k] ?? 0 };
    const before = curve.at(-1);
    if (before && output < before.mw) throw new ImportError(path, 'Outputs should be in ascending order');
    if (before?.mw === output) before.usd_per_h = Math.min(before.usd_per_h, point.usd_per_h);
    else curve.push(point);
  }
  return curve;
}

/**
 * Lower convex hull of a curve (Andrew's monotone chain, 1979). It is the effective cost of a piecewise linear function
 * whose segments have no integer variables (Sridhar, Linderoth, Luedtke 2013).
 */
export function convexHull(curve: CostCurve): CostCurve {
  const hull: CostCurve = [];
  for (const point of curve) {
    while (isAbove(hull, point)) hull.pop();
    hull.push(point);
  }
  return hull;
}

type Point = CostCurve[number];

/** True if the last point of the hull lies above the chord from the point before it to `next`. */
function isAbove(hull: CostCurve, next: Point): boolean {
  const [before, last] = [hull.at(-2), hull.at(-1)];
  return (
    before !== undefined && last !== undefined && slope(before, last) > slope(last, next) + CONVEXITY_SLACK
  );
}

const slope = (from: Point, to: Point): number => (to.usd_per_h - from.usd_per_h) / (to.mw - from.mw);

/** Numbers of chords in the order in which they are tried; the first number that is accurate enough is used. */
const CHORDS = [1, 10, 20, 50];
/** Largest error of the chords, as a share of the largest cost. */
const CHORD_ERROR = 1e-5;

/**
 * Approximates a smooth cost between two outputs by chords, with a description of the error; no description if one
 * chord is exact enough.
 */
export function chordsOf(cost: (mw: number) => number, low: number, high: number) {
  if (high <= low) return { curve: [{ mw: low, usd_per_h: cost(low) }], words: undefined };
  const at = (mw: number) => ({ mw, usd_per_h: cost(mw) });
  const cut = (chords: number): CostCurve =>
    Array.from({ length: chords + 1 }, (_, k) => at(k === chords ? high : low + ((high - low) * k) / chords));
  const errorOf = (curve: CostCurve): number => {
    const largest = Math.max(1, ...curve.map(({ usd_per_h }) => Math.abs(usd_per_h)));
    const width = (high - low) / (curve.length - 1);
    const inner = curve.slice(1).flatMap(({ mw }) => [0.25, 0.5, 0.75].map((share) => mw - share * width));
    return Math.max(...inner.map((mw) => Math.abs(costAt(curve, mw) - cost(mw)))) / largest;
  };
  const curves = CHORDS.map(cut);
  const curve = curves.find((each) => errorOf(each) <= CHORD_ERROR) ?? curves.at(-1) ?? [];
  if (curve.length === 2) return { curve, words: undefined };
  const figure = (errorOf(curve) * 100).toPrecision(1);
  return {
    curve,
    words: `A nonlinear cost is approximated by ${curve.length - 1} chords, off by at most ${figure} % of its largest value`,
  };
}

/** Straight line through the ends of a curve, for generators with a single marginal cost. */
export function secant(curve: CostCurve): { marginal_cost: number; no_load_cost: number } {
  const [first, last] = [curve[0], curve.at(-1)];
  if (!first || !last) return { marginal_cost: 0, no_load_cost: 0 };
  const marginal_cost = last.mw > first.mw ? slope(first, last) : 0;
  return { marginal_cost, no_load_cost: first.usd_per_h - marginal_cost * first.mw };
}

/**
 * Cost at an output, $/h. Beyond its ends, a curve is extended by its outer chords; a curve of one point is constant.
 */
export function costAt(curve: CostCurve, mw: number): number {
  const right = Math.max(
    1,
    curve.findIndex((point) => point.mw >= mw),
  );
  const [from, to] = [curve[right - 1], curve[right]];
  if (!from || !to) return curve.at(-1)?.usd_per_h ?? 0;
  if (to.mw === mw) return to.usd_per_h;
  return from.usd_per_h + slope(from, to) * (mw - from.mw);
}

/**
 * The part of a curve from `low` to `high` MW, with the points between them. The outer segments are extended if the
 * curve is shorter.
 */
export function clipped(curve: CostCurve, low: number, high: number): CostCurve {
  const inner = curve.map(({ mw }) => mw).filter((mw) => mw > low && mw < high);
  const outputs = high > low ? [low, ...inner, high] : [low];
  return outputs.map((mw) => ({ mw, usd_per_h: costAt(curve, mw) }));
}

/**
 * Production cost of a generator from `low` to `high` MW in hour `t`; if `t` is absent, hourly costs are replaced by
 * their mean. Absent fields have the defaults of the payload.
 */
export function costCurve(unit: CostFields, low: number, high: number, t?: number): CostCurve {
  const { cost_curve: curve, marginal_cost, no_load_cost } = unit;
  if (curve && curve.length > 1) return clipped(curve, low, high);
  const costIn = (usd: Varied): number => (t === undefined ? meanOf(usd) : numberAt(usd, t));
  const start = curve?.[0] ?? { mw: 0, usd_per_h: costIn(no_load_cost) };
  const next = { mw: start.mw + 1, usd_per_h: start.usd_per_h + costIn(marginal_cost) };
  return clipped([start, next], low, high);
}
