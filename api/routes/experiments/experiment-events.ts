/** GET /experiments/{experiment_id}/events */
import { experimentProgress } from '../../experiments/experiment-progress.ts';
import { experimentStatus } from '../../experiments/experiment-status.ts';
import { ownedExperiment } from '../../experiments/owned-experiment.ts';
import { eventStream } from '../../live/event-stream.ts';
import { defineRoute } from '../../route.ts';
import { experimentPath } from './experiment-path.ts';

export const experimentEvents = defineRoute({
  method: 'get',
  path: '/experiments/{experiment_id}/events',
  summary: 'Progress of an experiment as server-sent events, ending with `done`',
  tag: 'Experiments',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
  limit: 'read',
  params: experimentPath,
  responses: {},
  produces: ['text/event-stream'],
  errors: [404],
  handle: async ({ params, user, request, deps }) => {
    const { find } = deps.experiments;
    await ownedExperiment(find, params.experiment_id, user);
    const read = async () => experimentStatus(deps, await ownedExperiment(find, params.experiment_id, user));
    return {
      status: 200,
      mediaType: 'text/event-stream',
      stream: deps.follows.stream({ user, request }, (signal) =>
        eventStream(read, experimentProgress, signal),
      ),
    };
  },
});
