/** GET /experiments/{experiment_id}/status and GET /experiments/{experiment_id} */
import { experimentSchema } from '../../../temporal/messages/experiment.ts';
import { experimentStatus as readStatus } from '../../experiments/experiment-status.ts';
import { ownedExperiment } from '../../experiments/owned-experiment.ts';
import { awaitChange, waitSeconds } from '../../live/await-change.ts';
import { defineRoute, reply } from '../../route.ts';
import { experimentPath } from './experiment-path.ts';

export const experimentStatus = defineRoute({
  method: 'get',
  path: '/experiments/{experiment_id}/status',
  summary: 'Status and progress of an experiment; `Prefer: wait=N` answers at the next change of status',
  tag: 'Experiments',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
  limit: 'read',
  params: experimentPath,
  heeds: ['Prefer'],
  responses: { 200: experimentSchema },
  errors: [404],
  handle: async ({ params, user, request, deps }) => {
    const { find } = deps.experiments;
    const read = async () => readStatus(deps, await ownedExperiment(find, params.experiment_id, user));
    const waitS = waitSeconds(request.header('prefer'));
    if (waitS === undefined) return reply(200, await read());
    const status = await deps.follows.wait({ user, request }, (signal) => awaitChange(read, waitS, signal));
    return reply(200, status, { 'Preference-Applied': `wait=${waitS}` });
  },
});

/** Who follows a handle to the thing itself finds its status, too. */
export const readExperiment = defineRoute({ ...experimentStatus, path: '/experiments/{experiment_id}' });
