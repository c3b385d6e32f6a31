/** Bodies of the submission routes. */
import { number, object, string } from 'yup';
import { optionsSchema, payloadSchema } from '../../temporal/messages/payload.ts';
import { DEFAULT_TIMEOUT_S } from '../../temporal/solvers.ts';
import { scedSchema } from './sced-body.ts';

const submission = object({
  job_id: string().uuid().optional().meta({
    description: 'Chosen by the caller: the same submission again is the same job; default: a new one',
  }),
  timeout: number()
    .integer()
    .min(1)
    .max(3600)
    .default(DEFAULT_TIMEOUT_S)
    .meta({ unit: 's', description: 'Solve time limit' }),
  options: optionsSchema.optional().default(undefined).meta({ description: 'Win over payload.options' }),
});

export const solveBody = submission.shape({ payload: payloadSchema.required() });
export const scedBody = submission.shape({ payload: scedSchema.required() });
