/** GET /model-builder/configs */
import { array, object } from 'yup';
import { toConfigSummary } from '../../model-builder/config-view.ts';
import { defineRoute, reply } from '../../route.ts';
import { configSummary } from '../../schemas/saved-config.ts';

export const listConfigs = defineRoute({
  method: 'get',
  path: '/model-builder/configs',
  summary: 'Saved configurations of the caller, newest first',
  tag: 'Model builder',
  auth: 'bearer',
  module: { id: 'model-builder', level: 'standard' },
  responses: { 200: object({ configs: array(configSummary).required() }) },
  handle: async ({ user, deps }) => {
    const configs = await deps.configs.list(user.userId);
    return reply(200, { configs: configs.map(toConfigSummary) });
  },
});
