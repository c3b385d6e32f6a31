/** Parameters of a solver that a request leaves out. */
import type { ExecutionSolver } from '../../mongo/executions.ts';
import { DEFAULT_MIP_GAP, DEFAULT_TIMEOUT_S } from '../../temporal/solvers.ts';

export const SOLVER_DEFAULTS: Omit<ExecutionSolver, 'id'> = {
  time_limit: DEFAULT_TIMEOUT_S,
  mip_gap: DEFAULT_MIP_GAP,
  presolve: 'choose',
  random_seed: 0,
};
