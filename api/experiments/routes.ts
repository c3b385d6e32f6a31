/** Routes of experiments: list, follow, retry, cancel. */
import { array, number, object, string } from 'yup';
import { experimentSchema } from '../../temporal/case/messages/experiment.ts';
import { JOB_STATUSES } from '../../temporal/case/messages/job.ts';
import { reply, routesFor } from '../http/route.ts';
import { pageQuery } from '../http/schemas.ts';
import { cancelRun } from '../runs/cancel.ts';
import { eventsReply, statusReply } from '../runs/status.ts';
import type { ExperimentDeps } from './deps.ts';
import { experimentPath, experimentRoute } from './deps.ts';
import { toExperiment } from './experiment-view.ts';
import { experimentProgress, experimentRuns } from './runs.ts';
import { retryExperiment as retry } from './submit.ts';

const defineRoute = routesFor<ExperimentDeps>();

const listExperiments = defineRoute({
  ...experimentRoute,
  method: 'get',
  path: '/experiments',
  light: true,
  summary: 'Experiments of the caller, newest first',
  query: object({ ...pageQuery(), status: string().oneOf(JOB_STATUSES).optional() }),
  responses: {
    200: object({
      experiments: array(experimentSchema).required(),
      total: number().integer().min(0).required(),
    }),
  },
  handle: async ({ query: { limit, offset, status }, user, deps }) => {
    const { experiments, total } = await deps.experiments.list(user.userId, limit, offset, status);
    const rows = await Promise.all(
      experiments.map(async (record) =>
        toExperiment(record, await deps.scenarioRuns.tally(record._id), undefined, deps.now()),
      ),
    );
    return reply(200, { experiments: rows, total });
  },
});

const experimentStatus = defineRoute({
  ...experimentRoute,
  method: 'get',
  path: '/experiments/{experiment_id}/status',
  light: true,
  shared: 'experiment',
  summary: 'Status and progress of an experiment; `Prefer: wait=N` answers at the next change of status',
  limit: 'read',
  params: experimentPath,
  heeds: ['Prefer'],
  responses: { 200: experimentSchema },
  handle: async ({ params, user, request, deps }) =>
    statusReply(deps, experimentRuns(deps), params.experiment_id, { user, request }),
});

/** The path without `/status` returns the status as well. */
const readExperiment = defineRoute({ ...experimentStatus, path: '/experiments/{experiment_id}' });

const experimentEvents = defineRoute({
  ...experimentRoute,
  method: 'get',
  path: '/experiments/{experiment_id}/events',
  light: true,
  shared: 'experiment',
  summary: 'Progress of an experiment as server-sent events, ending with `done`',
  limit: 'read',
  params: experimentPath,
  responses: {},
  produces: ['text/event-stream'],
  handle: async ({ params, user, request, deps }) =>
    eventsReply(deps, experimentRuns(deps), params.experiment_id, { user, request }, experimentProgress),
});

const retryExperiment = defineRoute({
  ...experimentRoute,
  method: 'post',
  path: '/experiments/{experiment_id}/retry',
  summary: 'Solve the failed and cancelled scenarios of an ended experiment again',
  module: { id: 'analyst', level: 'standard' },
  limit: 'own',
  params: experimentPath,
  responses: { 202: experimentSchema },
  errors: [409, 429],
  handle: async ({ params, user, request, deps }) =>
    reply(202, await retry(deps, params.experiment_id, { user, request })),
});

const cancelExperiment = defineRoute({
  ...experimentRoute,
  method: 'delete',
  path: '/experiments/{experiment_id}',
  light: true,
  summary: 'Cancel an experiment; solved scenarios keep their results',
  params: experimentPath,
  responses: { 202: experimentSchema },
  errors: [409, 502],
  handle: async ({ params, user, request, deps }) =>
    reply(202, await cancelRun(deps, experimentRuns(deps), params.experiment_id, { user, request })),
});

export const experimentRoutes = [
  experimentStatus,
  readExperiment,
  listExperiments,
  cancelExperiment,
  retryExperiment,
  experimentEvents,
];
