/** A kernel is the set of commitments within bounds such that every schedule outside of it costs at least its target. */
import type { ColumnSpec } from '../../../milp/model.ts';
import type { Lagrangian } from '../../../uc/lagrangian/lagrangian.ts';
import { type ThresholdBounds, thresholdBounds } from '../../../uc/lagrangian/threshold-bounds.ts';
import type { Search } from './search-state.ts';

export interface Kernel extends ThresholdBounds {
  /** $. */
  readonly target: number;
  /** Lower bound of the schedules in the kernel, $. */
  readonly bound: number;
}

/** Rounding of a bound, relative. */
const ROUNDING = 1e-8;

/** The kernel of all schedules that cost less than `target`. */
export function kernelBelow(
  { formulation, integers }: Search,
  relaxed: Lagrangian,
  target: number,
  columns: readonly Required<ColumnSpec>[],
): Kernel {
  const threshold = target - relaxed.bound + Math.abs(relaxed.bound) * ROUNDING;
  const bounds = thresholdBounds(formulation, relaxed, columns, integers.columns, threshold);
  return { ...bounds, target, bound: relaxed.bound };
}
