/** Cost of one hour of production, $: convex piecewise linear between the points of a cost curve. */
import type { Generator } from '../../temporal/messages/generator.ts';

export interface ProductionCost {
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
