/** Runs of the model builder: submit, follow, cancel, and the days of a rolling horizon. */
import { array, number, object, string } from 'yup';
import { readEndedWindows } from '../../mongo/execution-outcome.ts';
import { JOB_STATUSES } from '../../temporal/case/messages/job.ts';
import { SUBMISSION_HEADERS } from '../http/headers.ts';
import { LONG_S, reply, routesFor } from '../http/route.ts';
import { pageQuery } from '../http/schemas.ts';
import { cancelRun } from '../runs/cancel.ts';
import { statusReply } from '../runs/status.ts';
import { executionDay, toDays } from './days.ts';
import { builderRoute, type ModelBuilderDeps } from './deps.ts';
import {
  executionBody,
  executionSchema,
  executionSummary,
  toExecutionSummary,
  warningsField,
} from './execution.ts';
import { executionRuns, ownedExecution } from './runs.ts';
import { submitExecution } from './submit.ts';

const defineRoute = routesFor<ModelBuilderDeps>();

const executionHandle = object({
  execution_id: string().uuid().required(),
  status: string()
    .oneOf(['queued'] as const)
    .required(),
  status_url: string().required(),
  warnings: warningsField(),
});

/** `Retry-After` of a submission, s: time in which a small case is solved. */
const RETRY_AFTER_S = '1';

const runModel = defineRoute({
  method: 'post',
  path: '/model-builder/run',
  summary: 'Run a model on a network; one that solves SCUC needs access level standard',
  ...builderRoute,
  limit: 'own',
  body: executionBody,
  example: {
    body: {
      pcm_model_id: 'uc-standard',
      solver: { id: 'highs', time_limit: 60, mip_gap: 0.001 },
      options: { horizon: 24, include_reserves: true },
    },
    status: 202,
  },
  heeds: ['Idempotency-Key'],
  responses: { 202: executionHandle },
  headers: { 202: SUBMISSION_HEADERS },
  errors: [404, 409, 429, 502],
  handle: async ({ body, user, request, deps }) => {
    const { id, headers, warnings } = await submitExecution(deps, body, { user, request });
    const status_url = `/api/model-builder/executions/${id}`;
    return reply(
      202,
      {
        execution_id: id,
        status: 'queued',
        status_url,
        ...(warnings.length > 0 && { warnings: [...warnings] }),
      },
      { ...headers, Location: status_url, 'Retry-After': RETRY_AFTER_S },
    );
  },
});

const listExecutions = defineRoute({
  method: 'get',
  path: '/model-builder/executions',
  light: true,
  summary: 'Executions of the caller, newest first',
  ...builderRoute,
  query: object({ ...pageQuery(), status: string().oneOf(JOB_STATUSES).optional() }),
  responses: {
    200: object({
      executions: array(executionSummary).required(),
      total: number().integer().min(0).required(),
    }),
  },
  handle: async ({ query: { limit, offset, status }, user, deps }) => {
    const { executions, total } = await deps.executions.list(user.userId, limit, offset, status);
    const endedOf = await readEndedWindows(deps.windows, executions);
    const rows = executions.map((execution) => toExecutionSummary(execution, endedOf(execution)));
    return reply(200, { executions: rows, total });
  },
});

/** Path parameter of all routes of one execution. Accepts any text; an unknown id is answered with 404. */
export const executionPath = object({
  execution_id: string()
    .required()
    .max(128)
    .meta({ description: 'Id of the execution, from the submission' }),
});

const readExecution = defineRoute({
  method: 'get',
  path: '/model-builder/executions/{execution_id}',
  light: true,
  shared: 'run',
  summary: 'Status, progress and results of an execution; `Prefer: wait=N` answers at the next change',
  ...builderRoute,
  limit: 'read',
  params: executionPath,
  heeds: ['Prefer'],
  responses: { 200: executionSchema },
  handle: async ({ params, user, request, deps }) =>
    statusReply(deps, executionRuns(deps), params.execution_id, { user, request }),
});

const cancelExecution = defineRoute({
  method: 'delete',
  path: '/model-builder/executions/{execution_id}',
  light: true,
  summary: 'Cancel an execution',
  ...builderRoute,
  params: executionPath,
  responses: { 202: executionSchema },
  errors: [409, 502],
  handle: async ({ params, user, request, deps }) =>
    reply(202, await cancelRun(deps, executionRuns(deps), params.execution_id, { user, request })),
});

/** Page size: at most a year, by default a month. */
const MOST_DAYS = 366;
const DEFAULT_DAYS = 31;

const listDays = defineRoute({
  method: 'get',
  path: '/model-builder/executions/{execution_id}/days',
  seconds: LONG_S,
  shared: 'run',
  summary: 'Result of each finished solve of an execution, in the order of its hours',
  ...builderRoute,
  params: executionPath,
  query: object({
    ...pageQuery(),
    limit: number()
      .integer()
      .min(1)
      .max(MOST_DAYS)
      .default(DEFAULT_DAYS)
      .meta({ description: 'Largest number of entries' }),
  }),
  responses: {
    200: object({ days: array(executionDay).required(), total: number().integer().min(0).required() }),
  },
  handle: async ({ params, query: { limit, offset }, user, deps }) => {
    const execution = await ownedExecution(deps, params.execution_id, user);
    const { windows, total } = await deps.windows.list(execution._id, limit, offset);
    return reply(200, { days: windows.flatMap((window) => toDays(execution, window)), total });
  },
});

export const executionRoutes = [runModel, listExecutions, readExecution, listDays, cancelExecution];
