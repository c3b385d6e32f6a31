/** POST /experiments/{experiment_id}/retry */
import { experimentSchema } from '../../../temporal/messages/experiment.ts';
import { retryExperiment as retry } from '../../commands/retry-experiment.ts';
import { defineRoute, reply } from '../../route.ts';
import { experimentPath } from './experiment-path.ts';

export const retryExperiment = defineRoute({
  method: 'post',
  path: '/experiments/{experiment_id}/retry',
  summary: 'Solve the failed and cancelled scenarios of an ended experiment again',
  tag: 'Experiments',
  auth: 'bearer',
  module: { id: 'analyst', level: 'standard' },
  limit: 'own',
  params: experimentPath,
  responses: { 202: experimentSchema },
  errors: [404, 409, 429],
  handle: async ({ params, user, request, deps }) =>
    reply(202, await retry(deps, params.experiment_id, { user, request })),
});
