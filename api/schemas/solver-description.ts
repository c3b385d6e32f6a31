/** A solver as the catalog of the model builder describes it. */
import { array, boolean, type InferType, mixed, object, string } from 'yup';
import { SOLVERS } from '../../temporal/solvers.ts';

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
export type SolverParameter = InferType<typeof solverParameter>;

export const solverDescription = object({
  id: string().oneOf(SOLVERS).required(),
  name: string().required(),
  parameters: array(solverParameter).required(),
  available: boolean().required().meta({ description: 'The solver service can run it now' }),
});
export type SolverDescription = InferType<typeof solverDescription>;
