/**
 * Costs of a Lagrangian relaxation: the rows that tie units together are moved into the objective at the duals
 * y of the LP (Geoffrion, Lagrangean relaxation for integer programming, Math. Prog. Study 2, 1974),
 *
 *     c'x + sum_i y_i (b_i - a_i x),      y_i >= 0 where a_i x >= b_i,   y_i <= 0 where a_i x <= b_i
 *
 * A dual of the wrong sign, which is rounding, counts as 0, so that the relaxation stays a lower bound.
 */
import type { Row } from '../../milp/model.ts';

export interface ReducedCosts {
  /** sum_i y_i b_i, $. */
  readonly constant: number;
  /** c_j - sum_i y_i a_ij, $ per unit of column j, shape [columns]. */
  readonly costs: Float64Array;
}

/** `costs`: $, shape [columns]; `duals`: of `rows`, shape [rows]. */
export function reducedCosts(costs: Float64Array, rows: readonly Row[], duals: Float64Array): ReducedCosts {
  const reduced = Float64Array.from(costs);
  let constant = 0;
  for (const [i, row] of rows.entries()) {
    const dual = rightSign(duals[i] ?? 0, row);
    if (dual === 0) continue;
    constant += dual * (dual > 0 ? row.lower : row.upper);
    for (const [coefficient, column] of row.terms)
      reduced[column] = (reduced[column] ?? 0) - dual * coefficient;
  }
  return { constant, costs: reduced };
}

function rightSign(dual: number, { lower, upper }: Row): number {
  if (dual > 0) return Number.isFinite(lower) ? dual : 0;
  return Number.isFinite(upper) ? dual : 0;
}
