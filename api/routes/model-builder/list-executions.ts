/** GET /model-builder/executions */
import { array, number, object } from 'yup';
import { requireModule } from '../../auth/require-module.ts';
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
  query: object(pageQuery()),
  responses: {
    200: object({
      executions: array(executionSummary).required(),
      total: number().integer().min(0).required(),
    }),
  },
  handle: async ({ query: { limit, offset }, user, deps }) => {
    requireModule(user, 'model-builder');
    const { executions, total } = await deps.executions.list(user.userId, limit, offset);
    return reply(200, { executions: executions.map(toExecutionSummary), total });
  },
});
