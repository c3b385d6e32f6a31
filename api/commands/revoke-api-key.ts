/** Deletes an API key of the caller: it is refused from now on. */
import type { Deps } from '../deps.ts';
import { NotFound } from '../errors.ts';
import { apiKeyChanged } from './api-key-changed.ts';
import type { Caller } from './caller.ts';

type Needs = Pick<Deps, 'apiKeys' | 'audit'>;

export async function revokeApiKey(deps: Needs, keyId: string, caller: Caller): Promise<void> {
  await deps.audit.together(async (tx) => {
    const key = await deps.apiKeys.delete(caller.user.userId, keyId, tx);
    if (!key) throw new NotFound('API key not found');
    await apiKeyChanged(deps, caller, 'api_key_revoked', key, tx);
  });
}
