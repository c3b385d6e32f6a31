/** The solvers of the catalog: their parameters, and whether they can be used now. */
import { array, boolean, type InferType, mixed, object, string } from 'yup';
import { SOLVER_TABLE, SOLVERS, type SolverName } from '../../temporal/solvers.ts';
import { SOLVER_DEFAULTS } from './solver-choice.ts';

const isDefault = (value: unknown): value is number | string =>
  typeof value === 'number' || typeof value === 'string';

const solverParameter = object({
  name: string().required(),
  type: string()
    .oneOf(['integer', 'float', 'string'] as const)
    .required(),
  default: mixed(isDefault).required().meta({ description: 'Of the type above' }),
  description: string().required(),
});
type SolverParameter = InferType<typeof solverParameter>;

export const solverDescription = object({
  id: string().oneOf(SOLVERS).required(),
  name: string().required(),
  parameters: array(solverParameter).required(),
  available: boolean().required().meta({ description: 'The solver service can run it now' }),
});
type SolverDescription = InferType<typeof solverDescription>;

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

const HIGHS_ONLY: readonly SolverParameter[] = [
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

/** All solvers that the service knows; `available` are those that can be used now. */
export const toSolverCatalog = (available: readonly SolverName[]): SolverDescription[] =>
  SOLVER_TABLE.map(({ name: id, product }) => ({
    id,
    name: product,
    parameters: id === 'highs' ? [...COMMON, ...HIGHS_ONLY] : [...COMMON],
    available: available.includes(id),
  }));
