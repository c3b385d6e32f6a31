/** Tells the audit log that somebody changed a stored scenario or network. */
import type { Transaction } from '../../mongo/transaction.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/request.ts';

interface RecordChange {
  readonly scenario_id?: string;
  readonly network_id?: string;
  readonly action: 'created' | 'updated' | 'deleted';
  readonly version: string;
}

export const recordChanged = (
  { audit }: Deps,
  { user, request }: Caller,
  change: RecordChange,
  tx: Transaction,
) =>
  audit.record(
    'scenario_changed',
    { userId: user.userId, ip: request.ip, userAgent: request.userAgent, details: { ...change } },
    tx,
  );
