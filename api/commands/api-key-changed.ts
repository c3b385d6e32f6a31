/** Tells the audit log that somebody made or revoked an API key. */
import type { ApiKeyRecord } from '../../mongo/api-keys.ts';
import type { Transaction } from '../../mongo/transaction.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from './caller.ts';

export const apiKeyChanged = (
  { audit }: Pick<Deps, 'audit'>,
  { user, request }: Caller,
  event: 'api_key_created' | 'api_key_revoked',
  { key_id, name }: ApiKeyRecord,
  tx: Transaction,
): Promise<void> =>
  audit.record(
    event,
    { userId: user.userId, ip: request.ip, userAgent: request.userAgent, details: { key_id, name } },
    tx,
  );
