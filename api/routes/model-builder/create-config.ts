/** POST /model-builder/configs */
import { saveConfig } from '../../commands/save-config.ts';
import { defineRoute, reply } from '../../route.ts';
import { configBody, configHandle } from '../../schemas/saved-config.ts';

export const createConfig = defineRoute({
  method: 'post',
  path: '/model-builder/configs',
  summary: 'Save a model and a solver with its parameters under a name',
  tag: 'Model builder',
  auth: 'bearer',
  module: { id: 'model-builder', level: 'standard' },
  body: configBody,
  example: {
    body: { name: 'nightly', pcm_model_id: 'uc-standard', solver: { id: 'highs', mip_gap: 0.001 } },
    status: 201,
  },
  responses: { 201: configHandle },
  headers: { 201: ['Location'] },
  errors: [404, 409],
  handle: async ({ body, user, request, deps }) => {
    const { _id, name } = await saveConfig(deps, body, { user, request });
    return reply(201, { config_id: _id, name }, { Location: `/api/model-builder/configs/${_id}` });
  },
});
