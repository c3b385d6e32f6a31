/** How a stored scenario or network changes: from the expected version, by its owner alone, told to the audit log. */
import type { RecordChange, Records, StoredChange } from '../../mongo/records.ts';
import type { Transaction } from '../../mongo/transaction.ts';
import { Conflict, Forbidden, NotFound } from '../http/errors.ts';
import { expectedVersion } from '../http/headers.ts';
import type { Caller } from '../http/request.ts';
import type { ScenarioDeps } from './deps.ts';

type ChangeDeps = Pick<ScenarioDeps, 'audit' | 'now' | 'storage'>;

/** A store, and what people call one of its records. */
interface Kind<Meta extends object, Content> {
  readonly noun: 'scenario' | 'network';
  readonly store: Records<Meta, Content>;
}

/**
 * Creates or replaces a record; throws `Conflict` when `If-Match` names another version than the current one, and
 * `TooMany` for a caller who has no space left.
 */
export async function putRecord<Meta extends object, Content>(
  { audit, now, storage }: ChangeDeps,
  { noun, store }: Kind<Meta, Content>,
  id: string,
  change: Omit<RecordChange<Meta, Content>, 'expected'>,
  caller: Caller,
): Promise<StoredChange<Meta>> {
  const expected = expectedVersion(caller.request);
  await storage.requireSpace(caller.user.userId);
  return audit.together(async (tx) => {
    const stored = await store.put(caller.user.userId, id, { ...change, expected }, now(), tx);
    if (!stored) throw new Conflict('If-Match names a version that is not the current one');
    const { version } = stored.record;
    const action = stored.isNew ? 'created' : 'updated';
    await tellAudit(audit, { [`${noun}_id`]: id, action, version }, caller, tx);
    return stored;
  });
}

/** Throws `NotFound` for an unknown record and `Forbidden` for a shared one. */
export async function requireOwn<Meta extends object, Content>(
  { noun, store }: Kind<Meta, Content>,
  id: string,
  { user }: Caller,
): Promise<void> {
  const record = await store.find(user.userId, id);
  if (!record) throw notFound(noun);
  if (record.owner === null) throw new Forbidden(`This ${noun} is shared and read-only`);
}

/** Deletes a record of the caller with all its versions. */
export async function deleteRecord<Meta extends object, Content>(
  { audit }: Pick<ChangeDeps, 'audit'>,
  { noun, store }: Kind<Meta, Content>,
  id: string,
  caller: Caller,
): Promise<void> {
  await audit.together(async (tx) => {
    const deleted = await store.delete(caller.user.userId, id, tx);
    if (!deleted) throw notFound(noun);
    const { version } = deleted;
    await tellAudit(audit, { [`${noun}_id`]: id, action: 'deleted', version }, caller, tx);
  });
}

const notFound = (noun: string) => new NotFound(`${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found`);

const tellAudit = (
  audit: ChangeDeps['audit'],
  details: Readonly<Record<string, string>>,
  { user, request }: Caller,
  tx: Transaction,
): Promise<void> =>
  audit.record(
    'scenario_changed',
    { userId: user.userId, ip: request.ip, userAgent: request.userAgent, details },
    tx,
  );
