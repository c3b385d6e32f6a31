/** A solver of the model builder with its parameters: as clients choose it, and as it is kept. */
import { type InferType, number, object, string } from 'yup';
import { onlyKnown } from '../../temporal/contract/only-known.ts';
import { LARGEST_SEED, PRESOLVE } from '../../temporal/messages/payload.ts';
import { finite } from '../../temporal/messages/units.ts';
import { SOLVERS } from '../../temporal/solvers.ts';
import { SOLVER_DEFAULTS } from '../model-builder/solver-defaults.ts';

const LONGEST_TIME_S = 3600;

const timeLimit = number()
  .integer()
  .min(1)
  .max(LONGEST_TIME_S)
  .meta({ unit: 's', description: 'Of each solve' });
const mipGap = finite().min(0).max(1).meta({ description: 'Relative gap that counts as optimal' });
const presolve = string().oneOf(PRESOLVE).meta({ description: 'Whether the solver simplifies first' });
const randomSeed = number()
  .integer()
  .min(0)
  .max(LARGEST_SEED)
  .meta({ description: 'Equal seeds make equal solves' });

const solver = object({
  id: string().required().max(64).meta({ description: 'One that the model supports' }),
  time_limit: timeLimit.default(SOLVER_DEFAULTS.time_limit),
  mip_gap: mipGap.default(SOLVER_DEFAULTS.mip_gap),
  presolve: presolve.default(SOLVER_DEFAULTS.presolve),
  random_seed: randomSeed.default(SOLVER_DEFAULTS.random_seed),
});

/** The parameters in an object of their own, where some clients look for them first. */
const parameters = onlyKnown(
  object({ time_limit: timeLimit, mip_gap: mipGap, presolve, random_seed: randomSeed }),
);

export const solverChoice = onlyKnown(
  solver.shape({
    parameters: parameters.optional().default(undefined).meta({
      description: 'Parameters may stand here as well as beside the id; what stands here holds',
    }),
  }),
);
export type SolverChoice = InferType<typeof solverChoice>;

export const chosenSolver = solver.shape({ id: string().oneOf(SOLVERS).required() });
