/** A solver of the model builder with its parameters, as clients choose it and as it is stored. */
import { type InferType, number, object, string } from 'yup';
import type { ExecutionSolver } from '../../mongo/executions.ts';
import { LARGEST_SEED, PRESOLVE } from '../../temporal/case/elements/options.ts';
import { finite } from '../../temporal/case/elements/units.ts';
import type { PcmModel } from '../../temporal/case/pcm-models.ts';
import { DEFAULT_MIP_GAP, DEFAULT_TIMEOUT_S, SOLVERS } from '../../temporal/solvers.ts';
import { NotFound, Unprocessable } from '../http/errors.ts';

/** Defaults of omitted solver parameters. */
export const SOLVER_DEFAULTS: Omit<ExecutionSolver, 'id'> = {
  time_limit: DEFAULT_TIMEOUT_S,
  mip_gap: DEFAULT_MIP_GAP,
  presolve: 'choose',
  random_seed: 0,
};

const LONGEST_TIME_S = 3600;

const timeLimit = number()
  .integer()
  .min(1)
  .max(LONGEST_TIME_S)
  .meta({ unit: 's', description: 'Time limit of each solve' });
const mipGap = finite().min(0).max(1).meta({ description: 'Relative gap at which a solve stops as optimal' });
const presolve = string().oneOf(PRESOLVE).meta({ description: 'Presolve: choose, on or off' });
const randomSeed = number()
  .integer()
  .min(0)
  .max(LARGEST_SEED)
  .meta({ description: 'Same seed, same search' });

const solver = object({
  id: string().required().max(64).meta({ description: 'A solver that the model supports' }),
  time_limit: timeLimit.default(SOLVER_DEFAULTS.time_limit),
  mip_gap: mipGap.default(SOLVER_DEFAULTS.mip_gap),
  presolve: presolve.default(SOLVER_DEFAULTS.presolve),
  random_seed: randomSeed.default(SOLVER_DEFAULTS.random_seed),
});

/** Schema of parameters in a separate object, which some clients send. */
const parameters = object({ time_limit: timeLimit, mip_gap: mipGap, presolve, random_seed: randomSeed }).meta(
  {
    unknownFields: 'refused',
  },
);

/** Schema that refuses unknown fields: with a misspelt parameter, the default would apply unnoticed. */
export const solverChoice = solver
  .shape({
    parameters: parameters.optional().default(undefined).meta({
      description: 'Parameters may be given here or beside the id; those given here take precedence',
    }),
  })
  .meta({ unknownFields: 'refused' });
type SolverChoice = InferType<typeof solverChoice>;

export const chosenSolver = solver.shape({ id: string().oneOf(SOLVERS).required() });

/** The chosen solver. Throws 404 for an unknown id, and 422 when the model cannot use the solver. */
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
