/** A solver of the model builder with its parameters, flat: as clients choose it, and as it is kept. */
import { type InferType, number, object, string } from 'yup';
import { LARGEST_SEED, PRESOLVE } from '../../temporal/messages/payload.ts';
import { finite } from '../../temporal/messages/units.ts';
import { SOLVERS } from '../../temporal/solvers.ts';
import { SOLVER_DEFAULTS } from '../model-builder/solver-defaults.ts';

const LONGEST_TIME_S = 3600;

export const solverChoice = object({
  id: string().required().max(64).meta({ description: 'One that the model supports' }),
  time_limit: number()
    .integer()
    .min(1)
    .max(LONGEST_TIME_S)
    .default(SOLVER_DEFAULTS.time_limit)
    .meta({ unit: 's', description: 'Of each solve' }),
  mip_gap: finite()
    .min(0)
    .max(1)
    .default(SOLVER_DEFAULTS.mip_gap)
    .meta({ description: 'Relative gap that counts as optimal' }),
  presolve: string()
    .oneOf(PRESOLVE)
    .default(SOLVER_DEFAULTS.presolve)
    .meta({ description: 'Whether the solver simplifies first' }),
  random_seed: number()
    .integer()
    .min(0)
    .max(LARGEST_SEED)
    .default(SOLVER_DEFAULTS.random_seed)
    .meta({ description: 'Equal seeds make equal solves' }),
});
export type SolverChoice = InferType<typeof solverChoice>;

export const chosenSolver = solverChoice.shape({ id: string().oneOf(SOLVERS).required() });
