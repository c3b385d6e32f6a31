/** Writes that are all there or none is, and nobody sees some of them before. */
import { setTimeout as delay } from 'node:timers/promises';
import { type ClientSession, type Db, MongoError, MongoOperationTimeoutError } from 'mongodb';
import { isDuplicateKey, isUnreachable } from './errors.ts';

/** Options of a write that is part of it; `{}` for a write on its own. */
export interface Transaction {
  readonly session?: ClientSession;
}

/** Other writers may be faster for so long, ms: a request of the API must be answered within 5 s. */
const ATTEMPTS_MS = 3000;
/** Longest wait before the next attempt, ms. */
const LONGEST_WAIT_MS = 64;

/**
 * Runs `change`, again when another writer was faster; what it throws undoes its writes. They go one after the
 * other: a transaction takes no parallel ones. When others are faster all the time, the database counts as unavailable.
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
    // Ends what is left of it at the server; the caller need not wait.
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

/** What was not there when the transaction began may be there when it is tried again. */
const mayPass = (error: unknown): error is MongoError =>
  !isUnreachable(error) &&
  (isDuplicateKey(error) ||
    (error instanceof MongoError && error.hasErrorLabel('TransientTransactionError')));
