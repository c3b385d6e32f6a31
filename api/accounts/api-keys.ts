/** API keys, created and revoked by the account that they act for. */
import { randomUUID } from 'node:crypto';
import { array, type InferType, object, string } from 'yup';
import { type ApiKeyRecord, type ApiKeys, MAX_API_KEYS } from '../../mongo/api-keys.ts';
import type { Audit } from '../../mongo/audit.ts';
import type { Transaction } from '../../mongo/transaction.ts';
import { Conflict, NotFound, Unprocessable } from '../http/errors.ts';
import { SCOPES } from '../http/principal.ts';
import { type AuditCaller, auditSubject, type Caller } from '../http/request.ts';
import { newApiKey } from './api-key-format.ts';
import type { AccountDeps } from './deps.ts';
import { laterPassword, proveFresh } from './prove-identity.ts';

const timestamp = () => string().datetime({ precision: 3 });
const scopes = () => array(string().oneOf(SCOPES).required());

export const apiKeyBody = object({
  name: string().required().max(64).meta({ description: "Unique among the caller's" }),
  expires_at: string()
    .datetime({ allowOffset: true })
    .nullable()
    .optional()
    .meta({ description: 'Time in the future; null = never' }),
  scopes: scopes()
    .min(1)
    .default(() => [...SCOPES])
    .meta({ description: '`read`: GET and POSTs that only read; `write`: all other requests' }),
  current_password: laterPassword(),
});
type ApiKeyBody = InferType<typeof apiKeyBody>;

const apiKeyHandle = object({
  key_id: string().uuid().required(),
  name: string().required(),
  prefix: string().required().meta({ description: 'First characters of the key' }),
  scopes: scopes().required(),
  created_at: timestamp().required(),
  expires_at: timestamp().nullable().defined().meta({ description: 'Null = never' }),
});

/** Reply to a creation: the only reply that contains the key. */
export const createdApiKey = apiKeyHandle.shape({
  api_key: string().required().meta({ description: 'The key; this reply is the only one to contain it' }),
});
type CreatedApiKey = InferType<typeof createdApiKey>;

export const apiKeySummary = apiKeyHandle.shape({
  last_used_at: timestamp().nullable().defined().meta({ description: 'To the minute; null = never' }),
});
type ApiKeySummary = InferType<typeof apiKeySummary>;

/** A stored API key as its owner sees it. */
export const toApiKeySummary = (record: ApiKeyRecord): ApiKeySummary => ({
  key_id: record.key_id,
  name: record.name,
  prefix: record.prefix,
  scopes: [...record.scopes],
  created_at: record.created_at.toISOString(),
  expires_at: record.expires_at?.toISOString() ?? null,
  last_used_at: record.last_used_at?.toISOString() ?? null,
});

/** Creates a key that acts as the caller. Only this reply contains the key. */
export async function createApiKey(
  deps: AccountDeps,
  body: ApiKeyBody,
  caller: Caller,
): Promise<CreatedApiKey> {
  // An API key outlives the session in which it was created.
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
    if (outcome === 'name taken') throw new Conflict(`An API key named '${record.name}' already exists`);
    if (outcome === 'too many') throw new Conflict(`You already have ${MAX_API_KEYS} API keys, the maximum`);
    await apiKeyChanged(deps.audit, caller, 'api_key_created', record, tx);
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

interface KeyStores {
  readonly apiKeys: ApiKeys;
  readonly audit: Audit;
}

/** Deletes a key of the caller, effective at once. */
export async function revokeApiKey(deps: KeyStores, keyId: string, caller: AuditCaller): Promise<void> {
  await deps.audit.together(async (tx) => {
    const key = await deps.apiKeys.delete(caller.user.userId, keyId, tx);
    if (!key) throw new NotFound('API key not found');
    await apiKeyChanged(deps.audit, caller, 'api_key_revoked', key, tx);
  });
}

/** Deletes all API keys of an account whose password has changed. */
export async function revokeApiKeys(deps: KeyStores, caller: AuditCaller): Promise<void> {
  const keys = await deps.apiKeys.list(caller.user.userId);
  for (const { key_id } of keys) await revokeApiKey(deps, key_id, caller);
}

/** Records in the audit log that the caller created or revoked a key. */
const apiKeyChanged = (
  audit: Audit,
  caller: AuditCaller,
  event: 'api_key_created' | 'api_key_revoked',
  { key_id, name }: ApiKeyRecord,
  tx: Transaction,
): Promise<void> => audit.record(event, auditSubject(caller, { key_id, name }), tx);
