/** Routes of experiments: submit, list, follow, retry, cancel; what they found is in `result-routes.ts`. */
import { array, number, object, string } from 'yup';
import { experimentSchema } from '../../temporal/case/messages/experiment.ts';
import { scenarioMatrixSchema } from '../../temporal/case/messages/matrix.ts';
import { SUBMISSION_HEADERS } from '../http/headers.ts';
import { reply, routesFor } from '../http/route.ts';
import { pageQuery } from '../http/schemas.ts';
import { cancelRun } from '../runs/cancel.ts';
import { eventsReply, statusReply } from '../runs/status.ts';
import type { ExperimentDeps } from './deps.ts';
import { toExperiment } from './experiment-view.ts';
import { withVariables } from './matrix/expand.ts';
import { experimentPath, experimentRoute } from './route-parts.ts';
import { experimentProgress, experimentRuns } from './runs.ts';
import { retryExperiment as retry, submitExperiment as submit } from './submit.ts';

const defineRoute = routesFor<ExperimentDeps>();

/** A small matrix is done within this, s. */
const RETRY_AFTER_S = '2';

const body = object({
  name: string().trim().min(1).max(200).required(),
  base_scenario_id: string()
    .required()
    .max(200)
    .meta({ description: 'A scenario of the caller, or a shared one' }),
  scenario_matrix: scenarioMatrixSchema.required(),
  timeout_per_scenario: number().integer().min(1).max(3600).default(300).meta({ unit: 's' }),
  max_parallel: number().integer().min(1).max(32).default(4).meta({ description: 'Solves at the same time' }),
});

const experimentHandle = object({
  experiment_id: string().uuid().required(),
  status: string()
    .oneOf(['queued'] as const)
    .required(),
  scenarios_total: number().integer().min(1).required(),
  status_url: string().required(),
  results_url: string().required(),
});

const submitExperiment = defineRoute({
  ...experimentRoute,
  method: 'post',
  path: '/experiments/submit',
  summary: 'Submit a matrix of scenarios over a base scenario',
  module: { id: 'analyst', level: 'standard' },
  limit: 'own',
  body,
  example: {
    body: {
      name: 'Load and fuel',
      base_scenario_id: 'demo-24h',
      scenario_matrix: {
        method: 'grid',
        variables: [
          { name: 'load', type: 'continuous', min: 0.9, max: 1.1, steps: 3 },
          { name: 'fuel_gas', type: 'discrete', values: [1, 1.5] },
        ],
      },
      timeout_per_scenario: 60,
      max_parallel: 2,
    },
    status: 202,
  },
  heeds: ['Idempotency-Key'],
  responses: { 202: experimentHandle },
  headers: { 202: SUBMISSION_HEADERS },
  errors: [404, 409, 429, 502],
  handle: async ({ body, user, request, deps }) => {
    const { id, headers, total } = await submit(
      deps,
      { ...body, scenario_matrix: withVariables(body.scenario_matrix) },
      { user, request },
    );
    const base = `/api/experiments/${id}`;
    const handle = {
      experiment_id: id,
      status: 'queued' as const,
      scenarios_total: total,
      status_url: `${base}/status`,
      results_url: `${base}/results/download?format=csv`,
    };
    return reply(202, handle, { ...headers, Location: handle.status_url, 'Retry-After': RETRY_AFTER_S });
  },
});

const listExperiments = defineRoute({
  ...experimentRoute,
  method: 'get',
  path: '/experiments',
  summary: 'Experiments of the caller, newest first',
  query: object(pageQuery()),
  responses: {
    200: object({
      experiments: array(experimentSchema).required(),
      total: number().integer().min(0).required(),
    }),
  },
  handle: async ({ query, user, deps }) => {
    const { experiments, total } = await deps.experiments.list(user.userId, query.limit, query.offset);
    const counts = await Promise.all(experiments.map(({ _id }) => deps.scenarioRuns.counts(_id)));
    const rows = experiments.flatMap((record, at) => {
      const count = counts[at];
      return count ? [toExperiment(record, count, undefined, deps.now())] : [];
    });
    return reply(200, { experiments: rows, total });
  },
});

const experimentStatus = defineRoute({
  ...experimentRoute,
  method: 'get',
  path: '/experiments/{experiment_id}/status',
  summary: 'Status and progress of an experiment; `Prefer: wait=N` answers at the next change of status',
  limit: 'read',
  params: experimentPath,
  heeds: ['Prefer'],
  responses: { 200: experimentSchema },
  handle: async ({ params, user, request, deps }) =>
    statusReply(deps, experimentRuns(deps), params.experiment_id, { user, request }),
});

/** Who follows a handle to the thing itself finds its status, too. */
const readExperiment = defineRoute({ ...experimentStatus, path: '/experiments/{experiment_id}' });

const experimentEvents = defineRoute({
  ...experimentRoute,
  method: 'get',
  path: '/experiments/{experiment_id}/events',
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
  handle: async ({ params, user, deps }) => reply(202, await retry(deps, params.experiment_id, { user })),
});

const cancelExperiment = defineRoute({
  ...experimentRoute,
  method: 'delete',
  path: '/experiments/{experiment_id}',
  summary: 'Cancel an experiment; scenarios that are solved keep their results',
  params: experimentPath,
  responses: { 202: experimentSchema },
  errors: [409, 502],
  handle: async ({ params, user, deps }) =>
    reply(202, await cancelRun(deps, experimentRuns(deps), params.experiment_id, { user })),
});

export const experimentRoutes = [
  submitExperiment,
  experimentStatus,
  readExperiment,
  listExperiments,
  cancelExperiment,
  retryExperiment,
  experimentEvents,
];
