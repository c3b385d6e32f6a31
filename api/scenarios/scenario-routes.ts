/** Stored scenarios of a user, by id and version. */
import { array, number, object, string } from 'yup';
import { clientSchema } from '../../temporal/case/canonical/client-schema.ts';
import { canonicalSolveBody } from '../../temporal/case/canonical/solve-body.ts';
import { scenarioSchema, scenarioSummarySchema } from '../../temporal/case/messages/stored-records.ts';
import { payloadSchema } from '../../temporal/case/schema.ts';
import { JOB_TYPES } from '../../temporal/solvers.ts';
import { NotFound } from '../http/errors.ts';
import { entityTag } from '../http/headers.ts';
import { reply, routesFor } from '../http/route.ts';
import { pageQuery, versionQuery } from '../http/schemas.ts';
import { UC_PAYLOAD } from '../solve/examples.ts';
import { putScenario as put, deleteScenario as remove, type ScenarioDeps } from './change-record.ts';
import { toScenarioSummary, toVersions } from './views.ts';

const defineRoute = routesFor<ScenarioDeps>();

export const scenarioRoute = {
  tag: 'Scenarios',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
} as const;

export const scenarioPath = object({
  scenario_id: string()
    .required()
    .max(200)
    .meta({ description: 'Id of the scenario, as in a solve submission' }),
});

const listScenarios = defineRoute({
  method: 'get',
  path: '/scenarios',
  light: true,
  summary: 'Scenarios of the caller, last changed first, followed by the shared ones; without payloads',
  ...scenarioRoute,
  query: object(pageQuery()),
  responses: {
    200: object({
      scenarios: array(scenarioSummarySchema).required(),
      total: number().integer().min(0).required(),
    }),
  },
  handle: async ({ query: { limit, offset }, user, deps }) => {
    const { records, total } = await deps.scenarios.list(user.userId, limit, offset);
    return reply(200, { scenarios: records.map(toScenarioSummary), total });
  },
});

const putScenario = defineRoute({
  method: 'put',
  path: '/scenarios/{scenario_id}',
  summary: 'Create or replace a scenario; `If-Match` replaces only the version it names',
  ...scenarioRoute,
  params: scenarioPath,
  body: object({
    name: string().min(1).max(200).optional().meta({ description: 'Default: the id' }),
    description: string().max(2000).nullable().optional(),
    job_type: string()
      .oneOf(JOB_TYPES)
      .optional()
      .meta({ description: 'Default: scuc when the payload has transmission lines, else uc' }),
    network_id: string().max(200).nullable().optional(),
    tags: array(string().required().max(64)).max(20).optional(),
    payload: payloadSchema.required(),
  }),
  canonical: canonicalSolveBody,
  clientSchema,
  example: {
    params: { scenario_id: 'tuesday' },
    body: { name: 'A Tuesday', tags: ['demo'], payload: UC_PAYLOAD },
    status: 201,
  },
  heeds: ['If-Match'],
  responses: { 200: scenarioSummarySchema, 201: scenarioSummarySchema },
  headers: { 200: ['ETag'], 201: ['ETag'] },
  errors: [409],
  handle: async ({ params, body, user, request, deps }) => {
    const { isNew, record } = await put(deps, params.scenario_id, body, { user, request });
    const view = [toScenarioSummary(record), entityTag(record.version)] as const;
    return isNew ? reply(201, ...view) : reply(200, ...view);
  },
});

const readScenario = defineRoute({
  method: 'get',
  path: '/scenarios/{scenario_id}',
  light: true,
  summary: 'A scenario with its payload; `ETag` is the version of the payload',
  ...scenarioRoute,
  params: scenarioPath,
  query: versionQuery,
  responses: { 200: scenarioSchema },
  headers: { 200: ['ETag'] },
  handle: async ({ params, query, user, deps }) => {
    const stored = await deps.scenarios.read(user.userId, params.scenario_id, query.version);
    if (!stored) throw new NotFound('Scenario or version not found');
    const { record, content: payload } = stored;
    const version = query.version ?? record.version;
    const versions = toVersions(record.versions);
    return reply(200, { ...toScenarioSummary(record), version, versions, payload }, entityTag(version));
  },
});

const deleteScenario = defineRoute({
  method: 'delete',
  path: '/scenarios/{scenario_id}',
  light: true,
  summary: 'Delete a scenario of the caller with all its versions',
  ...scenarioRoute,
  params: scenarioPath,
  responses: { 204: null },
  errors: [409],
  handle: async ({ params, user, request, deps }) => {
    await remove(deps, params.scenario_id, { user, request });
    return reply(204, undefined);
  },
});

export const scenarioRoutes = [listScenarios, readScenario, putScenario, deleteScenario];
