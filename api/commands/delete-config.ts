/** Deletes a saved configuration of the caller. */
import type { Deps } from '../deps.ts';
import { NotFound } from '../errors.ts';
import type { Caller } from './caller.ts';
import { configChanged } from './config-changed.ts';

export async function deleteConfig(deps: Deps, configId: string, caller: Caller): Promise<void> {
  await deps.audit.together(async (tx) => {
    const config = await deps.configs.delete(caller.user.userId, configId, tx);
    if (!config) throw new NotFound('Configuration not found');
    await configChanged(deps, caller, 'deleted', config, tx);
  });
}
