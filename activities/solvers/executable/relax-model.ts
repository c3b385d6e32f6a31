/** The relaxation of a model and its duals, by a second run when the solver does not tell them. */
import type { Milp } from '../../milp/model.ts';
import type { Relaxation } from '../solver.ts';
import { dualProgram } from './dual-program.ts';
import type { GrowingModel } from './growing-model.ts';
import type { Understood } from './run-executable.ts';

export function relaxModel(
  title: string,
  model: GrowingModel,
  solve: (program: Milp) => Understood,
): Relaxation {
  const { outcome, primal, rowDual } = solve(model);
  if (outcome !== 'optimal') return { outcome };
  if (!primal) throw new Error(`${title} gave no values`);
  const objective = model.objective(primal);
  if (rowDual) return { outcome, objective, primal, rowDual };
  const dual = dualProgram(model);
  const prices = solve(dual.milp);
  if (prices.outcome === 'limit') return { outcome: 'limit' };
  if (prices.outcome !== 'optimal' || !prices.primal) throw new Error(`${title} gave no duals`);
  return { outcome, objective, primal, rowDual: dual.rowDual(prices.primal) };
}
