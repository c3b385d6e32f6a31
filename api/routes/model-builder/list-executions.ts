/** GET /model-builder/executions */
import { array, number, object } from 'yup';
import { toExecutionSummary } from '../../model-builder/execution-view.ts';
import { defineRoute, reply } from '../../route.ts';
import { executionSummary } from '../../schemas/execution.ts';
import { pageQuery } from '../../schemas/page-query.ts';

export const listExecutions = defineRoute({
  method: 'get',
  path: '/model-builder/executions',
  summary: 'Executions of the caller, newest first',
  tag: 'Model builder',
  auth: 'bearer',
  module: { id: 'model-builder', level: 'basic' },
  query: object(pageQuery()),
  responses: {
    200: object({
      executions: array(executionSummary).required(),
      total: number().integer().min(0).required(),
    }),
  },
  handle: async ({ query: { limit, offset }, user, deps }) => {
    const { executions, total } = await deps.executions.list(user.userId, limit, offset);
    return reply(200, { executions: executions.map(toExecutionSummary), total });
  },
});
