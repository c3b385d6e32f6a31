/** Solves the relaxation of a model, and finds its duals by a second run if the solver does not report them. */
import { equal, type Milp, MilpBuilder, type Row, type Term } from '../../milp/model.ts';
import { toSparseColumns, toSparseRows } from '../../milp/sparse-matrix.ts';
import type { Relaxation } from '../solver.ts';
import { objectiveOf } from './dialect.ts';
import type { Understood } from './run-executable.ts';

export function relaxModel(title: string, model: Milp, solve: (program: Milp) => Understood): Relaxation {
  const { outcome, primal, rowDual } = solve(model);
  if (outcome !== 'optimal') return { outcome };
  if (!primal) throw new Error(`${title} gave no values`);
  const objective = objectiveOf(model, primal);
  if (rowDual) return { outcome, objective, primal, rowDual };
  const dual = dualProgram(model);
  const prices = solve(dual.milp);
  if (prices.outcome === 'limit') return { outcome: 'limit' };
  if (prices.outcome !== 'optimal' || !prices.primal) throw new Error(`${title} gave no duals`);
  return { outcome, objective, primal, rowDual: dual.rowDual(prices.primal) };
}

/**
 * The dual of a linear program, for solvers that do not report duals:
 *
 * min c'x, L <= A x <= U, l <= x <= u
 *
 * max L'p - U'q + l'r - u's, A'(p - q) + r - s = c, p, q, r, s >= 0; y = p - q
 *
 * Variables of infinite limits are left out. By strong duality the optimal y are the duals of the rows. Source:
 * Vanderbei, "Linear Programming", chapter 5. `rowDual`: converts values of the dual's columns to d objective / d
 * right-hand side of the primal rows.
 */
export function dualProgram({ columns, rows }: Milp) {
  const milp = new MilpBuilder();
  const prices = rows.map((row) => priceTerms(milp, row));
  const { starts, indices, values } = toSparseColumns(toSparseRows(rows), columns.length);
  for (const [c, column] of columns.entries()) {
    const terms: Term[] = priceTerms(milp, column);
    for (let entry = starts[c] ?? 0; entry < (starts[c + 1] ?? 0); entry++) {
      const coefficient = values[entry] ?? 0;
      for (const [sign, at] of prices[indices[entry] ?? 0] ?? []) terms.push([sign * coefficient, at]);
    }
    milp.row(equal(column.cost, terms));
  }
  return {
    milp,
    rowDual: (primal: Float64Array): Float64Array =>
      Float64Array.from(prices, (terms) => terms.reduce((y, [sign, at]) => y + sign * (primal[at] ?? 0), 0)),
  };
}

/** Columns for the prices of the limits `lower` and `upper` of a row. The difference of the two prices is the dual. */
function priceTerms(milp: MilpBuilder, { lower, upper }: Pick<Row, 'lower' | 'upper'>): Term[] {
  if (lower === upper) return [[1, milp.column({ cost: -lower, lower: -Infinity })]];
  const terms: Term[] = [];
  if (Number.isFinite(lower)) terms.push([1, milp.column({ cost: -lower })]);
  if (Number.isFinite(upper)) terms.push([-1, milp.column({ cost: upper })]);
  return terms;
}
