/** GET /scenarios/{scenario_id} */
import { scenarioSchema } from '../../../temporal/messages/scenario-record.ts';
import { NotFound } from '../../errors.ts';
import { entityTag } from '../../records/entity-tag.ts';
import { toVersions } from '../../records/record-view.ts';
import { toScenarioSummary } from '../../records/scenario-view.ts';
import { defineRoute, reply } from '../../route.ts';
import { versionQuery } from '../../schemas/version-query.ts';
import { scenarioPath } from './scenario-path.ts';

export const readScenario = defineRoute({
  method: 'get',
  path: '/scenarios/{scenario_id}',
  summary: 'A scenario with its payload; `ETag` is the version of the payload',
  tag: 'Scenarios',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
  params: scenarioPath,
  query: versionQuery,
  responses: { 200: scenarioSchema },
  headers: { 200: ['ETag'] },
  errors: [404],
  handle: async ({ params, query, user, deps }) => {
    const found = await deps.scenarios.read(user.userId, params.scenario_id, query.version);
    if (!found) throw new NotFound('Scenario or version not found');
    const { record, content: payload } = found;
    const version = query.version ?? record.version;
    const versions = toVersions(record.versions);
    return reply(200, { ...toScenarioSummary(record), version, versions, payload }, entityTag(version));
  },
});
