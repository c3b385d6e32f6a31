/** Saves a configuration of the model builder under a name that the caller has not used yet. */
import { randomUUID } from 'node:crypto';
import type { ConfigRecord } from '../../mongo/configs.ts';
import type { Deps } from '../deps.ts';
import { Conflict } from '../errors.ts';
import { chooseSolver } from '../model-builder/choose-solver.ts';
import { findModel } from '../model-builder/find-model.ts';
import type { ConfigBody } from '../schemas/saved-config.ts';
import type { Caller } from './caller.ts';
import { configChanged } from './config-changed.ts';

export async function saveConfig(deps: Deps, body: ConfigBody, caller: Caller): Promise<ConfigRecord> {
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
