/** Cost of one hour of production, $: convex piecewise linear between the points of a cost curve. */
import type { Generator } from '../../../temporal/case/messages/generator.ts';
import { at } from '../schedule/series.ts';

interface ProductionCost {
  /** $; depends on the output. */
  readonly energy: number;
  /** $; paid for being on. */
  readonly noLoad: number;
}

export function productionCost(generator: Generator, output: number): ProductionCost {
  const { cost_curve, marginal_cost, no_load_cost } = generator;
  if (!cost_curve) return { energy: marginal_cost * output, noLoad: no_load_cost };
  const [first] = cost_curve;
  if (!first) return { energy: Number.NaN, noLoad: 0 };
  if (cost_curve.length === 1) {
    return { energy: first.usd_per_h + (marginal_cost ?? 0) * (output - first.mw), noLoad: 0 };
  }
  return { energy: curveCost(cost_curve, output), noLoad: 0 };
}

type Curve = readonly { mw: number; usd_per_h: number }[];

/** A convex curve is the largest of its chords, also beyond its ends. */
function curveCost(curve: Curve, output: number): number {
  const chords = curve.slice(1).map((right, index) => {
    const left = curve[index] ?? right;
    const slope = (right.usd_per_h - left.usd_per_h) / (right.mw - left.mw);
    return left.usd_per_h + slope * (output - left.mw);
  });
  return Math.max(...chords);
}

/**
 * Production cost between two outputs: $ at the lower one, no-load cost included, and pieces with their widths in MW
 * and slopes in $/MWh.
 */
export function productionPieces(
  generator: Generator,
  from: number,
  to: number,
): { value: number; pieces: { width: number; slope: number }[] } {
  const points = generator.cost_curve ?? [];
  const inside = points
    .map(({ mw }) => mw)
    .filter((mw, i) => i > 0 && i < points.length - 1 && mw > from && mw < to);
  const ends = [from, ...inside, to];
  const costs = ends.map((mw) => {
    const { energy, noLoad } = productionCost(generator, mw);
    return energy + noLoad;
  });
  const pieces = inside.concat(to).map((mw, i) => {
    const width = mw - at(ends, i);
    return { width, slope: width > 0 ? (at(costs, i + 1) - at(costs, i)) / width : 0 };
  });
  return { value: at(costs, 0), pieces };
}

/** Cost of a start after `hoursOff` hours, $: the tier with the largest lag that has passed. */
export function startupCost(generator: Generator, hoursOff: number): number {
  const { startup_categories, startup_cost } = generator;
  if (!startup_categories) return startup_cost;
  const passed = startup_categories.filter((category) => category.lag_h <= hoursOff);
  return (passed.at(-1) ?? startup_categories[0])?.cost_usd ?? Number.NaN;
}
