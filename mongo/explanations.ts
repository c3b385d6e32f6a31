/**
 * Explanations of jobs: one document each, written once, so that an explanation does not change after it was read. An
 * explanation is deleted with its job.
 *
 * @module
 */
import type { Db } from 'mongodb';
import type { CollectionIndexes } from './indexes.ts';
import { byOwner } from './stored-bytes.ts';
import type { Transaction } from './transaction.ts';

interface StoredArtifact {
  readonly artifact_id: string;
  readonly type: string;
  readonly title: string;
  readonly statement: string;
  readonly data: object;
}

export interface ExplanationRecord {
  /** Id of the job. */
  readonly _id: string;
  readonly artifacts: readonly StoredArtifact[];
  readonly generated_at: Date;
  /** Expiry of the job. */
  readonly expires_at?: Date;
}

export const explanationIndexes: CollectionIndexes = {
  collection: 'explanations',
  indexes: [{ key: { expires_at: 1 }, expireAfterSeconds: 0 }, byOwner],
};

export type Explanations = ReturnType<typeof createExplanations>;

export function createExplanations(db: Db) {
  const explanations = db.collection<ExplanationRecord>('explanations');
  const find = (jobId: string): Promise<ExplanationRecord | null> => explanations.findOne({ _id: jobId });
  return {
    find,
    /** Stores an explanation. Returns the stored one, which another call may have stored earlier. */
    async add(record: ExplanationRecord): Promise<ExplanationRecord> {
      const { _id } = record;
      await explanations.updateOne({ _id }, { $setOnInsert: record }, { upsert: true });
      return (await find(_id)) ?? record;
    },
    async delete(jobId: string, tx: Transaction = {}): Promise<void> {
      await explanations.deleteOne({ _id: jobId }, tx);
    },
  };
}
