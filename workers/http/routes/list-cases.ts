/** GET /cases */
import { array, number, object } from 'yup';
import { caseSummarySchema, toCaseSummary } from '../case-view.ts';
import { defineRoute } from '../route.ts';
import { SERVICE_USER } from '../service-deps.ts';

export const listCases = defineRoute({
  method: 'GET',
  path: '/cases',
  summary: 'Cases stored here, the last changed first, then the shared ones; without their elements',
  query: object({
    limit: number().integer().min(1).max(100).default(20),
    offset: number().integer().min(0).default(0),
  }),
  responses: {
    200: object({
      cases: array(caseSummarySchema).required(),
      total: number().integer().min(0).required(),
    }),
  },
  handle: async ({ query: { limit, offset }, deps }) => {
    const { records, total } = await deps.networks.list(SERVICE_USER, limit, offset);
    return { status: 200, body: { cases: records.map(toCaseSummary), total } };
  },
});
