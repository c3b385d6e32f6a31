/** Saved configurations of the caller. */
import { array, number, object, string } from 'yup';
import { NotFound } from '../http/errors.ts';
import { reply, routesFor } from '../http/route.ts';
import { pageQuery } from '../http/schemas.ts';
import { deleteConfig as remove, saveConfig } from './change-config.ts';
import {
  configBody,
  configHandle,
  configSummary,
  savedConfig,
  toConfigSummary,
  toSavedConfig,
} from './configs.ts';
import type { ModelBuilderDeps } from './deps.ts';

const defineRoute = routesFor<ModelBuilderDeps>();

const createConfig = defineRoute({
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

const listConfigs = defineRoute({
  method: 'get',
  path: '/model-builder/configs',
  summary: 'Saved configurations of the caller, newest first',
  tag: 'Model builder',
  auth: 'bearer',
  module: { id: 'model-builder', level: 'standard' },
  query: object({
    ...pageQuery(),
    limit: number().integer().min(1).max(100).optional().meta({ description: 'Most entries; absent: all' }),
  }),
  responses: {
    200: object({ configs: array(configSummary).required(), total: number().integer().min(0).required() }),
  },
  handle: async ({ query: { limit, offset }, user, deps }) => {
    const { configs, total } = await deps.configs.list(user.userId, limit, offset);
    return reply(200, { configs: configs.map(toConfigSummary), total });
  },
});

/** The path parameter of every route of one saved configuration. */
const configPath = object({
  config_id: string().required().max(128).meta({ description: 'Id of the configuration, from its creation' }),
});

const readConfig = defineRoute({
  method: 'get',
  path: '/model-builder/configs/{config_id}',
  summary: 'A saved configuration of the caller',
  tag: 'Model builder',
  auth: 'bearer',
  module: { id: 'model-builder', level: 'standard' },
  params: configPath,
  responses: { 200: savedConfig },
  handle: async ({ params, user, deps }) => {
    const config = await deps.configs.find(user.userId, params.config_id);
    if (!config) throw new NotFound('Configuration not found');
    return reply(200, toSavedConfig(config));
  },
});

const deleteConfig = defineRoute({
  method: 'delete',
  path: '/model-builder/configs/{config_id}',
  summary: 'Delete a saved configuration of the caller',
  tag: 'Model builder',
  auth: 'bearer',
  module: { id: 'model-builder', level: 'standard' },
  params: configPath,
  responses: { 204: null },
  handle: async ({ params, user, request, deps }) => {
    await remove(deps, params.config_id, { user, request });
    return reply(204, undefined);
  },
});

export const configRoutes = [listConfigs, createConfig, readConfig, deleteConfig];
