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
  const { parameters } = choice;
  return {
    id,
    time_limit: parameters?.time_limit ?? choice.time_limit,
    mip_gap: parameters?.mip_gap ?? choice.mip_gap,
    presolve: parameters?.presolve ?? choice.presolve,
    random_seed: parameters?.random_seed ?? choice.random_seed,
  };
}
