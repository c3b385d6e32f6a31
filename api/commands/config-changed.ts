/** Tells the audit log that somebody saved or deleted a configuration. */
import type { ConfigRecord } from '../../mongo/configs.ts';
import type { Transaction } from '../../mongo/transaction.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from './caller.ts';

export const configChanged = (
  { audit }: Deps,
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
