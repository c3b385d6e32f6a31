/** What a client submits to be solved. */
import { array, number, object, string } from 'yup';
import { payloadSchema, type SolvePayload } from '../../temporal/case/messages/payload.ts';
import { DEFAULT_TIMEOUT_S } from '../../temporal/solvers.ts';

export const solveBody = object({
  scenario_id: string().required().max(200).meta({ description: 'Name of the case, chosen by the client' }),
  payload: payloadSchema.required(),
  timeout: number()
    .integer()
    .min(1)
    .max(3600)
    .default(DEFAULT_TIMEOUT_S)
    .meta({ unit: 's', description: 'Solve time limit' }),
  name: string().max(200).optional().meta({ description: 'Free text shown in lists' }),
  tags: array(string().required().max(64)).max(20).optional(),
});

/** The body once it is valid. */
export interface SolveSubmission {
  readonly scenario_id: string;
  readonly payload: SolvePayload;
  /** Time limit, s. */
  readonly timeout: number;
  readonly name?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}
