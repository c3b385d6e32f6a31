/** Production cost of one hour, $: convex piecewise linear between the points of a cost curve. */
import type { Hours, JudgedUnit } from '../schedule/case.ts';
import { at } from '../schedule/series.ts';

interface ProductionCost {
  /** Cost that depends on the output, $. */
  readonly energy: number;
  /** Cost of being on, at any output, $. */
  readonly noLoad: number;
}

/** The fields that production costs depend on. */
export type ProducingUnit = Pick<JudgedUnit, 'cost_curve' | 'marginal_cost' | 'no_load_cost'> & {
  /** Prices of limits of its energy, in addition to its costs, $/MWh; absent = none. */
  readonly surcharge?: Hours;
};

export function productionCost(unit: ProducingUnit, output: number, hour: number): ProductionCost {
  const { energy, noLoad } = costOf(unit, output, hour);
  return { energy: energy + (unit.surcharge?.[hour] ?? 0) * output, noLoad };
}

function costOf(unit: ProducingUnit, output: number, hour: number): ProductionCost {
  const { cost_curve } = unit;
  const usd = at(unit.marginal_cost, hour);
  const [first] = cost_curve;
  if (!first) return { energy: usd * output, noLoad: at(unit.no_load_cost, hour) };
  if (cost_curve.length === 1) return { energy: first.usd_per_h + usd * (output - first.mw), noLoad: 0 };
  return { energy: curveCost(cost_curve, output), noLoad: 0 };
}

type Curve = readonly { mw: number; usd_per_h: number }[];

/** Cost by a convex curve, $: the largest value of its chords, which continue beyond its ends. */
function curveCost(curve: Curve, output: number): number {
  const chords = curve.slice(1).map((upper, index) => {
    const lower = curve[index] ?? upper;
    const slope = (upper.usd_per_h - lower.usd_per_h) / (upper.mw - lower.mw);
    return lower.usd_per_h + slope * (output - lower.mw);
  });
  return Math.max(...chords);
}

/**
 * Production cost of an hour between two outputs. `value`: cost at the lower output with no-load cost, $; pieces with
 * width in MW and slope in $/MWh.
 */
export function productionPieces(
  unit: ProducingUnit,
  from: number,
  to: number,
  hour: number,
): { value: number; pieces: { width: number; slope: number }[] } {
  const points = unit.cost_curve;
  const inside = points
    .map(({ mw }) => mw)
    .filter((mw, i) => i > 0 && i < points.length - 1 && mw > from && mw < to);
  const ends = [from, ...inside, to];
  const costs = ends.map((mw) => {
    const { energy, noLoad } = productionCost(unit, mw, hour);
    return energy + noLoad;
  });
  const pieces = inside.concat(to).map((mw, i) => {
    const width = mw - at(ends, i);
    return { width, slope: width > 0 ? (at(costs, i + 1) - at(costs, i)) / width : 0 };
  });
  return { value: at(costs, 0), pieces };
}

/**
 * Cost of a start in an hour after `hoursOff` hours off, $, by the startup category with the largest lag that has
 * passed.
 */
export const startupCost = (unit: StartingUnit, hoursOff: number, hour: number): number =>
  tierCost(unit, hoursOff) + at(unit.startup_cost, hour);

type StartingUnit = Pick<JudgedUnit, 'startup_categories' | 'startup_cost'>;

/** The part of the cost of a start that depends on the hours off, $. */
export function tierCost(
  { startup_categories: tiers }: Pick<StartingUnit, 'startup_categories'>,
  hoursOff: number,
): number {
  const passed = tiers.filter((tier) => tier.lag_h <= hoursOff);
  return (passed.at(-1) ?? tiers[0])?.cost_usd ?? Number.NaN;
}
