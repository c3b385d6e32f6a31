/** Idempotency keys of submissions. Each key leads to its job for 24 hours. */
import { type Db, MongoServerError } from 'mongodb';
import type { CollectionIndexes } from './indexes.ts';
import type { Transaction } from './transaction.ts';

export interface IdempotencyRecord {
  /** Id of the record: user, route and key in one string. */
  readonly _id: string;
  readonly job_id: string;
  /** SHA-256 of the body as canonical JSON. */
  readonly body_sha256: string;
  readonly expires_at: Date;
}

const LIFETIME_MS = 24 * 3600 * 1000;
const DUPLICATE_KEY = 11000;

export const idempotencyIndexes: CollectionIndexes = {
  collection: 'idempotency_keys',
  indexes: [{ key: { expires_at: 1 }, expireAfterSeconds: 0 }, { key: { job_id: 1 } }],
};

export type Idempotency = ReturnType<typeof createIdempotency>;

export function createIdempotency(db: Db) {
  const keys = db.collection<IdempotencyRecord>('idempotency_keys');
  const find = (id: string, now: Date): Promise<IdempotencyRecord | null> =>
    keys.findOne({ _id: id, expires_at: { $gt: now } });
  return {
    find,
    /** Removes the keys of a deleted job, so that repeating its submission makes a new job. */
    async forget(jobId: string, tx: Transaction = {}): Promise<void> {
      await keys.deleteMany({ job_id: jobId }, tx);
    },
    /** Claims the key for `jobId`, or returns the record of an earlier claim. */
    async claim(id: string, jobId: string, bodySha256: string, now: Date): Promise<IdempotencyRecord> {
      // Deletes an expired key first: TTL deletion runs once a minute, so the key may still be stored.
      await keys.deleteOne({ _id: id, expires_at: { $lte: now } });
      const record = {
        _id: id,
        job_id: jobId,
        body_sha256: bodySha256,
        expires_at: new Date(now.getTime() + LIFETIME_MS),
      };
      try {
        await keys.insertOne(record);
        return record;
      } catch (error) {
        const earlier =
          error instanceof MongoServerError && error.code === DUPLICATE_KEY ? await find(id, now) : null;
        if (!earlier) throw error;
        return earlier;
      }
    },
  };
}
