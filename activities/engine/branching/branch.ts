/** A part of the commitments, by bounds of the integer columns, and its relaxation. */
import type { Basis } from '../../solvers/basis.ts';
import type { Bounds } from '../bound-columns.ts';

export interface Branch {
  /** Of the integer columns. */
  readonly bounds: Bounds;
  /** Lower bound of its schedules, $. */
  readonly bound: number;
  /** Of the relaxation, shape [columns] and [rows of the model]. */
  readonly primal: Float64Array;
  readonly duals: Float64Array;
  /** Where it has its optimum. */
  readonly basis: Basis | undefined;
  /** Branchings above it. */
  readonly depth: number;
}
