/** A run of the model builder as clients submit it. */
import { boolean, type InferType, number, object, string } from 'yup';
import { DEFAULT_HORIZON_H } from '../../temporal/pcm-models.ts';
import { solverChoice } from './solver-choice.ts';

export const executionBody = object({
  pcm_model_id: string().required().max(64).meta({ description: 'One of GET /model-builder/models' }),
  solver: solverChoice.required(),
  network_id: string().max(200).optional().meta({ description: 'Default: that of the model' }),
  options: object({
    horizon: number()
      .integer()
      .min(1)
      .default(DEFAULT_HORIZON_H)
      .meta({ unit: 'h', description: 'At most max_horizon of the model; shorter series repeat' }),
    include_reserves: boolean().default(false).meta({
      description: 'Hold spinning reserve: 5 % of load or the largest unit, whichever is more',
    }),
  }),
});
export type ExecutionBody = InferType<typeof executionBody>;
