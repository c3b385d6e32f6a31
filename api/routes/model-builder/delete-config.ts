/** DELETE /model-builder/configs/{config_id} */
import { deleteConfig as remove } from '../../commands/delete-config.ts';
import { defineRoute, reply } from '../../route.ts';
import { configPath } from './config-path.ts';

export const deleteConfig = defineRoute({
  method: 'delete',
  path: '/model-builder/configs/{config_id}',
  summary: 'Delete a saved configuration of the caller',
  tag: 'Model builder',
  auth: 'bearer',
  module: { id: 'model-builder', level: 'standard' },
  params: configPath,
  responses: { 204: null },
  errors: [404],
  handle: async ({ params, user, request, deps }) => {
    await remove(deps, params.config_id, { user, request });
    return reply(204, undefined);
  },
});
