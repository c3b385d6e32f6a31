/** GET /model-builder/configs/{config_id} */
import { NotFound } from '../../errors.ts';
import { toSavedConfig } from '../../model-builder/config-view.ts';
import { defineRoute, reply } from '../../route.ts';
import { savedConfig } from '../../schemas/saved-config.ts';
import { configPath } from './config-path.ts';

export const readConfig = defineRoute({
  method: 'get',
  path: '/model-builder/configs/{config_id}',
  summary: 'A saved configuration of the caller',
  tag: 'Model builder',
  auth: 'bearer',
  module: { id: 'model-builder', level: 'standard' },
  params: configPath,
  responses: { 200: savedConfig },
  errors: [404],
  handle: async ({ params, user, deps }) => {
    const config = await deps.configs.find(user.userId, params.config_id);
    if (!config) throw new NotFound('Configuration not found');
    return reply(200, toSavedConfig(config));
  },
});
