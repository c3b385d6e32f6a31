/** Routes of saved configurations. */

import { randomUUID } from 'node:crypto';
import { array, number, object, string } from 'yup';
import type { ConfigRecord } from '../../mongo/configs.ts';
import type { Transaction } from '../../mongo/transaction.ts';
import { Conflict, NotFound } from '../http/errors.ts';
import { auditSubject, type Caller } from '../http/request.ts';
import { reply, routesFor } from '../http/route.ts';
import { pageQuery } from '../http/schemas.ts';
import { findModel } from './catalog.ts';
import {
  type ConfigBody,
  configBody,
  configHandle,
  configSummary,
  savedConfig,
  toConfigSummary,
  toSavedConfig,
} from './configs.ts';
import { builderRoute, type ModelBuilderDeps } from './deps.ts';
import { chooseSolver } from './solver-choice.ts';

const defineRoute = routesFor<ModelBuilderDeps>();

const createConfig = defineRoute({
  method: 'post',
  path: '/model-builder/configs',
  summary: 'Save a model and a solver with its parameters under a name',
  ...builderRoute,
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
  light: true,
  summary: 'Saved configurations of the caller, newest first',
  ...builderRoute,
  module: { id: 'model-builder', level: 'standard' },
  query: object({
    ...pageQuery(),
    limit: number()
      .integer()
      .min(1)
      .max(100)
      .optional()
      .meta({ description: 'Largest number of entries; default: all' }),
  }),
  responses: {
    200: object({ configs: array(configSummary).required(), total: number().integer().min(0).required() }),
  },
  handle: async ({ query: { limit, offset }, user, deps }) => {
    const { configs, total } = await deps.configs.list(user.userId, limit, offset);
    return reply(200, { configs: configs.map(toConfigSummary), total });
  },
});

const configPath = object({
  config_id: string().required().max(128).meta({ description: 'Id of the configuration' }),
});

const readConfig = defineRoute({
  method: 'get',
  path: '/model-builder/configs/{config_id}',
  light: true,
  summary: 'A saved configuration of the caller',
  ...builderRoute,
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
  light: true,
  summary: 'Delete a saved configuration of the caller',
  ...builderRoute,
  module: { id: 'model-builder', level: 'standard' },
  params: configPath,
  responses: { 204: null },
  handle: async ({ params, user, request, deps }) => {
    await removeConfig(deps, params.config_id, { user, request });
    return reply(204, undefined);
  },
});

export const configRoutes = [listConfigs, createConfig, readConfig, deleteConfig];

/**
 * Saves a configuration of the model builder; its name must differ from the names of the caller's other configurations.
 */
export async function saveConfig(
  deps: ModelBuilderDeps,
  body: ConfigBody,
  caller: Caller,
): Promise<ConfigRecord> {
  const model = findModel(body.pcm_model_id);
  const config: ConfigRecord = {
    _id: randomUUID(),
    user_id: caller.user.userId,
    name: body.name,
    description: body.description ?? null,
    pcm_model_id: model.id,
    solver: chooseSolver(model, body.solver),
    created_at: deps.now(),
  };
  await deps.storage.requireSpace(caller.user.userId);
  await deps.audit.together(async (tx) => {
    const isNew = await deps.configs.insert(config, tx);
    if (!isNew) throw new Conflict(`There is a configuration named '${config.name}' already`);
    await configChanged(deps, caller, 'created', config, tx);
  });
  return config;
}

export async function removeConfig(deps: ModelBuilderDeps, configId: string, caller: Caller): Promise<void> {
  await deps.audit.together(async (tx) => {
    const config = await deps.configs.delete(caller.user.userId, configId, tx);
    if (!config) throw new NotFound('Configuration not found');
    await configChanged(deps, caller, 'deleted', config, tx);
  });
}

const configChanged = (
  { audit }: ModelBuilderDeps,
  caller: Caller,
  action: 'created' | 'deleted',
  { _id, name }: ConfigRecord,
  tx: Transaction,
): Promise<void> =>
  audit.record('config_changed', auditSubject(caller, { config_id: _id, action, name }), tx);
