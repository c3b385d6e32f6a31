/** Saves and deletes configurations of the model builder, and tells the audit log. */
import { randomUUID } from 'node:crypto';
import type { ConfigRecord } from '../../mongo/configs.ts';
import type { Transaction } from '../../mongo/transaction.ts';
import { Conflict, NotFound } from '../http/errors.ts';
import type { Caller } from '../http/request.ts';
import { findModel } from './catalog.ts';
import type { ConfigBody } from './configs.ts';
import type { ModelBuilderDeps } from './deps.ts';
import { chooseSolver } from './solver-choice.ts';

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
