/** The solver a client chose for a model: 404 when there is none of its id, 422 when the model cannot use it. */
import type { ExecutionSolver } from '../../mongo/executions.ts';
import type { PcmModel } from '../../temporal/pcm-models.ts';
import { SOLVERS } from '../../temporal/solvers.ts';
import { NotFound, Unprocessable } from '../errors.ts';
import type { SolverChoice } from '../schemas/solver-choice.ts';

export function chooseSolver({ supportedSolvers }: PcmModel, choice: SolverChoice): ExecutionSolver {
  const id = SOLVERS.find((name) => name === choice.id);
  if (!id) throw new NotFound(`Solver '${choice.id}' not found`);
  if (!supportedSolvers.includes(id)) {
    const msg = `Input should be one of the model's solvers: ${supportedSolvers.join(', ')}`;
    throw new Unprocessable([{ loc: ['body', 'solver', 'id'], msg, type: 'enum' }]);
  }
  const { time_limit, mip_gap, presolve, random_seed } = choice;
  return { id, time_limit, mip_gap, presolve, random_seed };
}
