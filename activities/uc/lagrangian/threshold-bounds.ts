/**
 * Bounds of the integer columns in every solution cheaper than the Lagrangian bound plus a threshold. Such a solution
 * contains no decision that raises the bound by more than the threshold. Of n equal units, only so many take a decision
 * that the sum of their rises is within the threshold.
 */
import type { ColumnSpec } from '../../milp/model.ts';
import type { Formulation } from '../formulation/index.ts';
import type { Lagrangian, UnitMarginals } from './lagrangian.ts';

export interface ThresholdBounds {
  /** Bounds of `columns`, shape [columns]. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** Number of pairs of unit and hour whose commitment is open. */
  readonly free: number;
}

/** Computes the bounds. `columns`: integer columns, ascending; `specs`: all columns. */
export function thresholdBounds(
  { x }: Formulation,
  { units, costs }: Lagrangian,
  specs: readonly Required<ColumnSpec>[],
  columns: Int32Array,
  threshold: number,
): ThresholdBounds {
  const decisions = openDecisions(x, units, threshold);
  const lower = Float64Array.from(columns, (c) => specs[c]?.lower ?? 0);
  const upper = Float64Array.from(columns, (c) => specs[c]?.upper ?? 0);
  for (const [k, c] of columns.entries()) {
    const [least, most] = decisions.get(c) ?? byReducedCost(specs[c], costs[c] ?? 0, threshold);
    lower[k] = Math.max(lower[k] ?? 0, least);
    upper[k] = Math.min(upper[k] ?? 0, most);
  }
  return { lower, upper, free: freeHours(units, threshold) };
}

type Bounds = readonly [lower: number, upper: number];

/** Bounds of u, v and w of all units. */
function openDecisions(
  x: Formulation['x'],
  units: readonly UnitMarginals[],
  threshold: number,
): ReadonlyMap<number, Bounds> {
  const open = new Map<number, Bounds>();
  for (const [g, unit] of units.entries()) {
    const most = (marginals: Float64Array, t: number): number =>
      mostMembers((marginals[t] ?? 0) - unit.optimum, unit.count, threshold);
    for (const t of unit.on.keys()) {
      open.set(x.on(g, t), [unit.count - most(unit.off, t), most(unit.on, t)]);
      open.set(x.startup(g, t), [0, most(unit.startup, t)]);
      open.set(x.shutdown(g, t), [0, most(unit.shutdown, t)]);
    }
  }
  return open;
}

/**
 * Largest number of `count` equal units, or of steps of a column, whose total rise is within the threshold if each
 * raises the bound by `rise`.
 */
function mostMembers(rise: number, count: number, threshold: number): number {
  if (!(rise <= threshold)) return 0;
  return rise > 0 && Number.isFinite(threshold) ? Math.min(count, Math.floor(threshold / rise)) : count;
}

const freeHours = (units: readonly UnitMarginals[], threshold: number): number =>
  units.reduce(
    (free, { optimum, on, off }) =>
      free + on.filter((cost, t) => Math.max(cost, off[t] ?? 0) - optimum <= threshold).length,
    0,
  );

function byReducedCost(spec: Required<ColumnSpec> | undefined, cost: number, threshold: number): Bounds {
  const { lower = 0, upper = 0 } = spec ?? {};
  const away = mostMembers(Math.abs(cost), upper - lower, threshold);
  return cost > 0 ? [lower, lower + away] : [upper - away, upper];
}
