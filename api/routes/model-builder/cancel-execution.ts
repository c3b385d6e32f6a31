/** DELETE /model-builder/executions/{execution_id} */
import { cancelExecution as cancel } from '../../commands/cancel-execution.ts';
import { defineRoute, reply } from '../../route.ts';
import { executionSchema } from '../../schemas/execution.ts';
import { executionPath } from './execution-path.ts';

export const cancelExecution = defineRoute({
  method: 'delete',
  path: '/model-builder/executions/{execution_id}',
  summary: 'Cancel an execution',
  tag: 'Model builder',
  auth: 'bearer',
  module: { id: 'model-builder', level: 'basic' },
  params: executionPath,
  responses: { 202: executionSchema },
  errors: [404, 409, 502],
  handle: async ({ params, user, request, deps }) => {
    return reply(202, await cancel(deps, params.execution_id, { user, request }));
  },
});
