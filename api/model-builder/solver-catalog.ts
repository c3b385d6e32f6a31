/** The solvers the service knows, with their parameters and whether they can be used now (pure). */
import { SOLVERS, type SolverName } from '../../temporal/solvers.ts';
import type { SolverDescription, SolverParameter } from './catalog.ts';
import { SOLVER_DEFAULTS } from './solver-choice.ts';

const NAMES: Readonly<Record<SolverName, string>> = {
  highs: 'HiGHS',
  cbc: 'COIN-OR CBC',
  gurobi: 'Gurobi Optimizer',
  cplex: 'IBM ILOG CPLEX',
};

const COMMON: readonly SolverParameter[] = [
  {
    name: 'time_limit',
    type: 'integer',
    default: SOLVER_DEFAULTS.time_limit,
    description: 'Longest time of one solve, seconds, 1 to 3600',
  },
  {
    name: 'mip_gap',
    type: 'float',
    default: SOLVER_DEFAULTS.mip_gap,
    description: 'Optimality gap tolerance, relative, 0 to 1',
  },
];

const OF_HIGHS: readonly SolverParameter[] = [
  {
    name: 'presolve',
    type: 'string',
    default: SOLVER_DEFAULTS.presolve,
    description: 'Simplify the model before it is solved: choose, on or off',
  },
  {
    name: 'random_seed',
    type: 'integer',
    default: SOLVER_DEFAULTS.random_seed,
    description: 'Solves with equal seeds take equal paths',
  },
];

export const toSolverCatalog = (available: readonly SolverName[]): SolverDescription[] =>
  SOLVERS.map((id) => ({
    id,
    name: NAMES[id],
    parameters: id === 'highs' ? [...COMMON, ...OF_HIGHS] : [...COMMON],
    available: available.includes(id),
  }));
