/** Saved configurations of the model builder: what clients send and see, saving and deleting. */
import { randomUUID } from 'node:crypto';
import { type InferType, object, string } from 'yup';
import type { ConfigRecord } from '../../mongo/configs.ts';
import type { Transaction } from '../../mongo/transaction.ts';
import { Conflict, NotFound } from '../http/errors.ts';
import type { Caller } from '../http/request.ts';
import { findModel } from './catalog.ts';
import type { ModelBuilderDeps } from './deps.ts';
import { chooseSolver, chosenSolver, solverChoice } from './solver-choice.ts';

const LONGEST_NAME = 120;

/** Names of people's own scripts count as they read: in code points, not in UTF-16 units. */
const isShortName = (name: string | undefined): boolean =>
  name === undefined || [...name].length <= LONGEST_NAME;

export const configBody = object({
  name: string()
    .required()
    .test('string_too_long', `String should have at most ${LONGEST_NAME} characters`, isShortName)
    .meta({ description: `Unique among the caller's; at most ${LONGEST_NAME} characters` }),
  description: string().max(2000).nullable().optional(),
  pcm_model_id: string().required().max(64).meta({ description: 'One of GET /model-builder/models' }),
  solver: solverChoice.required(),
});
type ConfigBody = InferType<typeof configBody>;

/** The reply to a new configuration. */
export const configHandle = object({ config_id: string().uuid().required(), name: string().required() });

/** What lists show. */
export const configSummary = configHandle.shape({
  pcm_model_id: string().required(),
  created_at: string().datetime({ precision: 3 }).required(),
});
type ConfigSummary = InferType<typeof configSummary>;

export const savedConfig = configSummary.shape({
  description: string().nullable().defined(),
  solver: chosenSolver.required(),
});
type SavedConfig = InferType<typeof savedConfig>;

export const toConfigSummary = ({ _id, name, pcm_model_id, created_at }: ConfigRecord): ConfigSummary => ({
  config_id: _id,
  name,
  pcm_model_id,
  created_at: created_at.toISOString(),
});

export const toSavedConfig = (config: ConfigRecord): SavedConfig => ({
  ...toConfigSummary(config),
  description: config.description,
  solver: { ...config.solver },
});

type ConfigDeps = Pick<ModelBuilderDeps, 'audit' | 'configs' | 'now'>;

/** Saves a configuration of the model builder under a name that the caller has not used yet. */
export async function saveConfig(deps: ConfigDeps, body: ConfigBody, caller: Caller): Promise<ConfigRecord> {
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
  await deps.audit.together(async (tx) => {
    const isNew = await deps.configs.insert(config, tx);
    if (!isNew) throw new Conflict(`There is a configuration named '${config.name}' already`);
    await configChanged(deps, caller, 'created', config, tx);
  });
  return config;
}

/** Deletes a saved configuration of the caller. */
export async function deleteConfig(deps: ConfigDeps, configId: string, caller: Caller): Promise<void> {
  await deps.audit.together(async (tx) => {
    const config = await deps.configs.delete(caller.user.userId, configId, tx);
    if (!config) throw new NotFound('Configuration not found');
    await configChanged(deps, caller, 'deleted', config, tx);
  });
}

/** Tells the audit log that somebody saved or deleted a configuration. */
const configChanged = (
  { audit }: ConfigDeps,
  { user, request }: Caller,
  action: 'created' | 'deleted',
  { _id, name }: ConfigRecord,
  tx: Transaction,
): Promise<void> =>
  audit.record(
    'config_changed',
    {
      userId: user.userId,
      ip: request.ip,
      userAgent: request.userAgent,
      details: { config_id: _id, action, name },
    },
    tx,
  );
