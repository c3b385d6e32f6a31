/** Transactions: writes that take effect together, or not at all. */
import { setTimeout as delay } from 'node:timers/promises';
import { type ClientSession, type Db, MongoError, MongoOperationTimeoutError } from 'mongodb';
import { isDuplicateKey, isUnreachable } from './errors.ts';

/** Options of a write that is part of the transaction; `{}` for a write outside any transaction. */
export interface Transaction {
  readonly session?: ClientSession;
}

/** Time during which a transaction is retried after conflicts with other writers, ms: the API must reply within 5 s. */
const ATTEMPTS_MS = 3000;
/** Longest delay before the next attempt, ms. */
const LONGEST_WAIT_MS = 64;

/**
 * Runs `change`, again after each conflict with another writer; an error rolls back its writes. Writes must be
 * sequential, because a transaction does not support parallel writes. If conflicts persist, the database counts as
 * unavailable.
 */
export async function inTransaction<T>(db: Db, change: (tx: Transaction) => Promise<T>): Promise<T> {
  const session = db.client.startSession();
  const end = Date.now() + ATTEMPTS_MS;
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        return await attempted(session, change);
      } catch (error) {
        if (!mayPass(error) || (isDuplicateKey(error) && Date.now() > end)) throw error;
        if (Date.now() > end)
          throw new MongoOperationTimeoutError('Other writers were faster', { cause: error });
        await delay(Math.random() * Math.min(2 ** attempt, LONGEST_WAIT_MS));
      }
    }
  } finally {
    // Ends the session at the server, without letting the caller wait.
    void session.endSession().catch(() => undefined);
  }
}

async function attempted<T>(session: ClientSession, change: (tx: Transaction) => Promise<T>): Promise<T> {
  session.startTransaction();
  try {
    const made = await change({ session });
    await session.commitTransaction();
    return made;
  } catch (error) {
    if (session.inTransaction() && !isUnreachable(error)) await session.abortTransaction();
    throw error;
  }
}

/**
 * True if a retry may succeed: for example, a document that was missing at the start of the transaction may exist now.
 */
const mayPass = (error: unknown): error is MongoError =>
  !isUnreachable(error) &&
  (isDuplicateKey(error) ||
    (error instanceof MongoError && error.hasErrorLabel('TransientTransactionError')));
