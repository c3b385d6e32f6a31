/** DELETE /experiments/{experiment_id} */
import { experimentSchema } from '../../../temporal/messages/experiment.ts';
import { cancelExperiment as cancel } from '../../commands/cancel-experiment.ts';
import { defineRoute, reply } from '../../route.ts';
import { experimentPath } from './experiment-path.ts';

export const cancelExperiment = defineRoute({
  method: 'delete',
  path: '/experiments/{experiment_id}',
  summary: 'Cancel an experiment; scenarios that are solved keep their results',
  tag: 'Experiments',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
  params: experimentPath,
  responses: { 202: experimentSchema },
  errors: [404, 409, 502],
  handle: async ({ params, user, request, deps }) =>
    reply(202, await cancel(deps, params.experiment_id, { user, request })),
});
