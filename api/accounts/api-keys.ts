/** API keys are made and revoked by the account that they act for. */
import { randomUUID } from 'node:crypto';
import { type ApiKeyRecord, MAX_API_KEYS } from '../../mongo/api-keys.ts';
import type { Transaction } from '../../mongo/transaction.ts';
import { Conflict, NotFound, Unprocessable } from '../http/errors.ts';
import { SCOPES } from '../http/principal.ts';
import { type AuditCaller, auditSubject, type Caller } from '../http/request.ts';
import { newApiKey } from './api-key-format.ts';
import { type ApiKeyBody, type CreatedApiKey, toApiKeySummary } from './api-key-view.ts';
import type { AccountDeps } from './deps.ts';
import { proveFresh } from './prove-identity.ts';

/** Makes a key that acts as the caller; nobody but the caller ever sees it, and only now. */
export async function createApiKey(
  deps: AccountDeps,
  body: ApiKeyBody,
  caller: Caller,
): Promise<CreatedApiKey> {
  // A key outlives the session that makes it.
  await proveFresh(body.current_password, 'API key', caller, deps);
  const { key, ...stored } = newApiKey();
  const now = deps.now();
  const record: ApiKeyRecord = {
    ...stored,
    key_id: randomUUID(),
    user_id: caller.user.userId,
    name: body.name,
    scopes: SCOPES.filter((scope) => body.scopes.includes(scope)),
    created_at: now,
    expires_at: toExpiry(body.expires_at, now),
    last_used_at: null,
  };
  await deps.audit.together(async (tx) => {
    const outcome = await deps.apiKeys.insert(record, tx);
    if (outcome === 'name taken') throw new Conflict(`There is an API key named '${record.name}' already`);
    if (outcome === 'too many')
      throw new Conflict(`There are ${MAX_API_KEYS} API keys already, the most allowed`);
    await apiKeyChanged(deps, caller, 'api_key_created', record, tx);
  });
  const { last_used_at: _, ...handle } = toApiKeySummary(record);
  return { ...handle, api_key: key };
}

function toExpiry(timestamp: string | null | undefined, now: Date): Date | null {
  if (timestamp === null || timestamp === undefined) return null;
  const expiry = new Date(timestamp);
  if (expiry > now) return expiry;
  const msg = 'Timestamp should be in the future';
  throw new Unprocessable([{ loc: ['body', 'expires_at'], msg, type: 'datetime_future' }]);
}

/** Deletes a key of the caller: it is refused from now on. */
export async function revokeApiKey(
  deps: Pick<AccountDeps, 'apiKeys' | 'audit'>,
  keyId: string,
  caller: AuditCaller,
): Promise<void> {
  await deps.audit.together(async (tx) => {
    const key = await deps.apiKeys.delete(caller.user.userId, keyId, tx);
    if (!key) throw new NotFound('API key not found');
    await apiKeyChanged(deps, caller, 'api_key_revoked', key, tx);
  });
}

/** Deletes all keys of an account whose password is another one. */
export async function revokeApiKeys(
  deps: Pick<AccountDeps, 'apiKeys' | 'audit'>,
  caller: AuditCaller,
): Promise<void> {
  const keys = await deps.apiKeys.list(caller.user.userId);
  for (const { key_id } of keys) await revokeApiKey(deps, key_id, caller);
}

/** Tells the audit log that the caller made or revoked a key. */
const apiKeyChanged = (
  { audit }: Pick<AccountDeps, 'audit'>,
  caller: AuditCaller,
  event: 'api_key_created' | 'api_key_revoked',
  { key_id, name }: ApiKeyRecord,
  tx: Transaction,
): Promise<void> => audit.record(event, auditSubject(caller, { key_id, name }), tx);
