/**
 * A kernel is the set of commitments within bounds such that every schedule outside of it costs at least its target.
 * Narrowing relaxes the model within the bounds and prices the units again at the duals found there: what then
 * costs the target or more is fixed as well.
 */
import type { ColumnSpec } from '../../../milp/model.ts';
import { type Lagrangian, lagrangian } from '../../../uc/lagrangian/lagrangian.ts';
import { type ThresholdBounds, thresholdBounds } from '../../../uc/lagrangian/threshold-bounds.ts';
import { boundColumns } from '../../model/integer-columns.ts';
import type { Search } from './search-state.ts';

export interface Kernel extends ThresholdBounds {
  /** $. */
  readonly target: number;
  /** Lower bound of the schedules in the kernel, $. */
  readonly bound: number;
}

/** Rounding of a bound, relative. */
const ROUNDING = 1e-8;
/** Rounds go on while this share of the open hours is fixed by one. */
const WORTHWHILE = 0.1;
const MOST_ROUNDS = 5;

/** The kernel of all schedules that cost less than `target`. */
export const kernelBelow = (
  search: Search,
  relaxed: Lagrangian,
  target: number,
  columns: readonly Required<ColumnSpec>[],
): Kernel => within(search, relaxed, columns, target);

function within(
  { formulation, integers }: Search,
  relaxed: Lagrangian,
  columns: readonly Required<ColumnSpec>[],
  target: number,
): Kernel {
  const threshold = target - relaxed.bound + Math.abs(relaxed.bound) * ROUNDING;
  const bounds = thresholdBounds(formulation, relaxed, columns, integers.columns, threshold);
  return { ...bounds, target, bound: relaxed.bound };
}

/** Leaves the bounds of what it returns in the session. */
export function narrowKernel(search: Search, initial: Kernel): Kernel {
  const { session, integers, instance, formulation, model, clock } = search;
  let kernel = initial;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    session.setBounds(integers.columns, kernel.lower, kernel.upper);
    const relaxation = model.relaxOnce({ timeLimitS: clock.leftS() });
    if (relaxation.outcome === 'infeasible') return { ...kernel, bound: Number.POSITIVE_INFINITY, free: 0 };
    if (relaxation.outcome !== 'optimal') return kernel;
    const { columns, rows } = model.parts();
    const bounded = boundColumns(columns, integers.columns, kernel);
    const priced = lagrangian(instance, formulation, {
      columns: bounded,
      rows,
      duals: relaxation.rowDual,
    });
    if (!priced) return kernel;
    const next = within(search, priced, bounded, kernel.target);
    const worthwhile = next.free < (1 - WORTHWHILE) * kernel.free;
    kernel = { ...next, bound: Math.max(kernel.bound, next.bound) };
    if (!worthwhile || kernel.bound >= kernel.target) break;
  }
  session.setBounds(integers.columns, kernel.lower, kernel.upper);
  return kernel;
}
