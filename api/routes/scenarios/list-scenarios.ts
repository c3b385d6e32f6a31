/** GET /scenarios */
import { array, number, object } from 'yup';
import { scenarioSummarySchema } from '../../../temporal/messages/scenario-record.ts';
import { toScenarioSummary } from '../../records/scenario-view.ts';
import { defineRoute, reply } from '../../route.ts';
import { pageQuery } from '../../schemas/page-query.ts';

export const listScenarios = defineRoute({
  method: 'get',
  path: '/scenarios',
  summary: 'Scenarios of the caller, the last changed first, then the shared ones; without payloads',
  tag: 'Scenarios',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
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
