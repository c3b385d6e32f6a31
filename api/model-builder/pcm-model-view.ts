/** A model of the catalog -> what clients see of it (pure). */
import { longestHorizonH, type PcmModel } from '../../temporal/pcm-models.ts';
import type { PcmModelView } from '../schemas/pcm-model.ts';

export const toPcmModelView = (model: PcmModel): PcmModelView => ({
  id: model.id,
  name: model.name,
  description: model.description,
  supported_solvers: [...model.supportedSolvers],
  formulation: formulationOf(model),
  default_network: model.defaultNetwork,
  job_type: model.jobType,
  max_horizon: longestHorizonH(model),
});

/** Economic dispatch decides on outputs alone, which are continuous. */
function formulationOf({ jobType, rolling }: PcmModel): PcmModelView['formulation'] {
  if (jobType === 'ed') return 'LP';
  return rolling ? 'MILP sequence' : 'MILP';
}
