/** GET /model-builder/executions/{execution_id} */
import { awaitChange, waitSeconds } from '../../live/await-change.ts';
import { executionStatus } from '../../model-builder/execution-status.ts';
import { ownedExecution } from '../../model-builder/owned-execution.ts';
import { defineRoute, reply } from '../../route.ts';
import { executionSchema } from '../../schemas/execution.ts';
import { executionPath } from './execution-path.ts';

export const readExecution = defineRoute({
  method: 'get',
  path: '/model-builder/executions/{execution_id}',
  summary: 'Status, progress and results of an execution; `Prefer: wait=N` answers at the next change',
  tag: 'Model builder',
  auth: 'bearer',
  module: { id: 'model-builder', level: 'basic' },
  limit: 'read',
  params: executionPath,
  heeds: ['Prefer'],
  responses: { 200: executionSchema },
  errors: [404],
  handle: async ({ params, user, request, deps }) => {
    const read = async () => executionStatus(deps, await ownedExecution(deps, params.execution_id, user));
    const waitS = waitSeconds(request.header('prefer'));
    if (waitS === undefined) return reply(200, await read());
    const execution = await deps.follows.wait({ user, request }, (signal) =>
      awaitChange(read, waitS, signal),
    );
    return reply(200, execution, { 'Preference-Applied': `wait=${waitS}` });
  },
});
