/** DELETE /scenarios/{scenario_id} */
import { deleteScenario as remove } from '../../commands/delete-scenario.ts';
import { defineRoute, reply } from '../../route.ts';
import { scenarioPath } from './scenario-path.ts';

export const deleteScenario = defineRoute({
  method: 'delete',
  path: '/scenarios/{scenario_id}',
  summary: 'Delete a scenario of the caller with all its versions',
  tag: 'Scenarios',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
  params: scenarioPath,
  responses: { 204: null },
  errors: [404, 409],
  handle: async ({ params, user, request, deps }) => {
    await remove(deps, params.scenario_id, { user, request });
    return reply(204, undefined);
  },
});
