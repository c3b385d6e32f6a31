/** The models of the catalog as clients see them, and limits of a run. */
import { array, type InferType, number, object, string } from 'yup';
import { findPcmModel, longestHorizonH, type PcmModel } from '../../temporal/case/pcm-models.ts';
import { JOB_TYPES, SOLVERS } from '../../temporal/solvers.ts';
import { NotFound, Unprocessable } from '../http/errors.ts';

export const pcmModelSchema = object({
  id: string().required(),
  name: string().required(),
  description: string().required(),
  supported_solvers: array(string().oneOf(SOLVERS).required()).required(),
  formulation: string()
    .oneOf(['LP', 'MILP', 'MILP sequence'] as const)
    .required(),
  default_network: string().required().meta({ description: 'Used when a run names no network' }),
  job_type: string().oneOf(JOB_TYPES).required().meta({ description: 'Type of each of its solves' }),
  max_horizon: number().integer().min(1).required().meta({ unit: 'h', description: 'Longest horizon' }),
  options: array(string().required())
    .required()
    .meta({ description: 'Options of a run besides horizon and include_reserves' }),
});
type PcmModelView = InferType<typeof pcmModelSchema>;

export const toPcmModelView = (model: PcmModel): PcmModelView => ({
  id: model.id,
  name: model.name,
  description: model.description,
  supported_solvers: [...model.supportedSolvers],
  formulation: formulationOf(model),
  default_network: model.defaultNetwork,
  job_type: model.jobType,
  max_horizon: longestHorizonH(model),
  options: [...model.options],
});

/** Formulation of the solves; economic dispatch has continuous variables only. */
function formulationOf({ jobType, rolling }: PcmModel): PcmModelView['formulation'] {
  if (jobType === 'ed') return 'LP';
  return rolling ? 'MILP sequence' : 'MILP';
}

/** The model with an id; throws `NotFound` for an unknown id. */
export function findModel(id: string): PcmModel {
  const model = findPcmModel(id);
  if (!model) throw new NotFound(`Model '${id}' not found`);
  return model;
}

/** Checks a horizon, h; throws `Unprocessable` when it is too long for the model. */
export function checkHorizon(model: PcmModel, horizon: number): void {
  const longest = longestHorizonH(model);
  if (horizon <= longest) return;
  const msg = `Input should be less than or equal to ${longest}`;
  throw new Unprocessable([{ loc: ['body', 'options', 'horizon'], msg, type: 'less_than_equal' }]);
}
