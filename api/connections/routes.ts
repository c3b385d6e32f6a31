/** Routes of connection studies: submit, follow, cancel, resume, results. */
import { array, number, object, string } from 'yup';
import { connectionResultsSchema } from '../../temporal/case/messages/connection.ts';
import { JOB_STATUSES } from '../../temporal/case/messages/job.ts';
import { toCsv } from '../http/csv.ts';
import { Conflict } from '../http/errors.ts';
import { SUBMISSION_HEADERS } from '../http/headers.ts';
import { reply, routesFor } from '../http/route.ts';
import { pageQuery } from '../http/schemas.ts';
import { warningsField } from '../model-builder/execution.ts';
import { cancelRun } from '../runs/cancel.ts';
import { ownedRun, runStatus, statusReply } from '../runs/status.ts';
import { type ConnectionDeps, studyPath, studyRoute } from './deps.ts';
import { studyRuns, studySchema, toStudy } from './runs.ts';
import { resumeStudy, studyBody, submitStudy } from './submit.ts';

const defineRoute = routesFor<ConnectionDeps>();
const ONE = '/connection-studies/{study_id}';

const submit = defineRoute({
  ...studyRoute,
  method: 'post',
  path: '/connection-studies',
  summary: 'How much power can connect at buses of a network, with a proof',
  module: { id: 'model-builder', level: 'standard' },
  limit: 'own',
  body: studyBody,
  example: {
    body: { network_id: 'demo-6bus', candidates: [{ bus: 3, kind: 'load' }], max_mw: 200 },
    status: 202,
  },
  heeds: ['Idempotency-Key'],
  responses: {
    202: object({
      study_id: string().uuid().required(),
      status: string()
        .oneOf(['queued'] as const)
        .required(),
      status_url: string().required(),
      results_url: string().required(),
      warnings: warningsField(),
    }),
  },
  headers: { 202: SUBMISSION_HEADERS },
  errors: [404, 409, 429, 502],
  handle: async ({ body, user, request, deps }) => {
    const { id, headers, warnings } = await submitStudy(deps, body, { user, request });
    const status_url = `/api/connection-studies/${id}`;
    const handle = {
      ...{ study_id: id, status: 'queued' as const, status_url, results_url: `${status_url}/results` },
      ...(warnings.length > 0 && { warnings: [...warnings] }),
    };
    return reply(202, handle, { ...headers, Location: status_url, 'Retry-After': '2' });
  },
});

const list = defineRoute({
  ...studyRoute,
  method: 'get',
  path: '/connection-studies',
  light: true,
  summary: 'Connection studies of the caller, newest first',
  query: object({ ...pageQuery(), status: string().oneOf(JOB_STATUSES).optional() }),
  responses: {
    200: object({ studies: array(studySchema).required(), total: number().integer().min(0).required() }),
  },
  handle: async ({ query: { limit, offset, status }, user, deps }) => {
    const { studies, total } = await deps.connectionStudies.list(user.userId, limit, offset, status);
    return reply(200, { studies: studies.map((study) => toStudy(study)), total });
  },
});

const read = defineRoute({
  ...studyRoute,
  method: 'get',
  path: ONE,
  light: true,
  summary: 'Status and progress of a connection study; `Prefer: wait=N` answers at the next change of status',
  limit: 'read',
  params: studyPath,
  heeds: ['Prefer'],
  responses: { 200: studySchema },
  handle: async ({ params, user, request, deps }) =>
    statusReply(deps, studyRuns(deps), params.study_id, { user, request }),
});

const cancel = defineRoute({
  ...studyRoute,
  method: 'delete',
  path: ONE,
  light: true,
  summary: 'Cancel a connection study; `resume` continues it',
  params: studyPath,
  responses: { 202: studySchema },
  errors: [409, 502],
  handle: async ({ params, user, request, deps }) =>
    reply(202, await cancelRun(deps, studyRuns(deps), params.study_id, { user, request })),
});

const resume = defineRoute({
  ...studyRoute,
  method: 'post',
  path: `${ONE}/resume`,
  summary: 'Continue a failed or cancelled connection study: its ended runs count',
  module: { id: 'model-builder', level: 'standard' },
  limit: 'own',
  params: studyPath,
  responses: { 202: studySchema },
  errors: [409, 429],
  handle: async ({ params, user, request, deps }) => {
    const study = await resumeStudy(deps, params.study_id, { user, request });
    return reply(202, await runStatus(deps, studyRuns(deps), study));
  },
});

const COLUMNS = ['bus', 'kind', 'hours', 'at_least_mw', 'at_most_mw'];

const results = defineRoute({
  ...studyRoute,
  method: 'get',
  path: `${ONE}/results`,
  summary: 'Power that can connect at each candidate, the limits that bind, and what would lift them',
  limit: 'read',
  params: studyPath,
  query: object({
    format: string()
      .oneOf(['json', 'csv'] as const)
      .default('json')
      .meta({ description: 'csv: a row for each candidate and number of hours of reduction' }),
  }),
  responses: { 200: connectionResultsSchema },
  produces: ['text/csv'],
  errors: [409],
  handle: async ({ params, query, user, deps }) => {
    const kind = studyRuns(deps);
    const { _id, status, results } = await ownedRun(kind, kind.read, params.study_id, user);
    if (!results) throw new Conflict(`The study is ${status}: it has no results`);
    if (query.format === 'json') return reply(200, { study_id: _id, ...results });
    const rows = results.candidates.flatMap(({ bus, kind, firm_mw, flexible_mw }) =>
      [{ hours: 0, ...firm_mw }, ...flexible_mw].map((level) => [
        bus,
        kind,
        level.hours,
        level.at_least,
        level.at_most,
      ]),
    );
    const headers = { 'Content-Disposition': `attachment; filename="connections-${_id}.csv"` };
    return { status: 200, mediaType: 'text/csv', stream: toCsv(COLUMNS, rows), headers };
  },
});

export const connectionRoutes = [submit, list, read, cancel, resume, results];
