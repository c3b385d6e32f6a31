/** A production-cost model as the catalog of the model builder describes it. */
import { array, type InferType, number, object, string } from 'yup';
import { JOB_TYPES, SOLVERS } from '../../temporal/solvers.ts';

export const pcmModelSchema = object({
  id: string().required(),
  name: string().required(),
  description: string().required(),
  supported_solvers: array(string().oneOf(SOLVERS).required()).required(),
  formulation: string()
    .oneOf(['LP', 'MILP', 'MILP sequence'] as const)
    .required(),
  default_network: string().required().meta({ description: 'Used when a run names no network' }),
  job_type: string().oneOf(JOB_TYPES).required().meta({ description: 'What each of its solves is' }),
  max_horizon: number().integer().min(1).required().meta({ unit: 'h', description: 'Longest horizon' }),
});
export type PcmModelView = InferType<typeof pcmModelSchema>;
