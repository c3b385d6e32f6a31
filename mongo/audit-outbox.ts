/**
 * Facts that are stored together with the change that they record, and are not entries of the chain yet. The process
 * that stored a fact appends it to the chain; if that process dies, the workflow `sweep` does.
 */
import type { Db } from 'mongodb';
import type { Fact } from './audit-chain.ts';
import type { CollectionIndexes } from './indexes.ts';
import type { Transaction } from './transaction.ts';

type StoredFact = Omit<Fact, 'id'> & { readonly _id: string };

export const outboxIndexes: CollectionIndexes = {
  collection: 'audit_outbox',
  indexes: [{ key: { timestamp: 1 } }],
};

export function createOutbox(db: Db) {
  const facts = db.collection<StoredFact>('audit_outbox');
  return {
    async put({ id, ...fact }: Fact, tx: Transaction): Promise<void> {
      await facts.insertOne({ _id: id, ...fact }, tx);
    },
    /** Facts recorded before `before`, oldest first. */
    async waiting(before: Date, limit: number): Promise<Fact[]> {
      const old = facts.find({ timestamp: { $lt: before.toISOString() } }).sort({ timestamp: 1 });
      return (await old.limit(limit).toArray()).map(({ _id: id, ...fact }) => ({ id, ...fact }));
    },
    /**
     * Number of waiting facts. It is counted exactly, because the estimated size of a collection stays wrong after its
     * server was killed.
     */
    count: (): Promise<number> => facts.countDocuments(),
    /** Time of the oldest waiting fact; null if no fact waits. */
    async oldest(): Promise<Date | null> {
      const oldest = await facts.findOne({}, { sort: { timestamp: 1 }, projection: { timestamp: 1 } });
      return oldest && new Date(oldest.timestamp);
    },
    /** Removes facts. If a crash loses the removal, they are appended again, which has no effect. */
    async remove(ids: readonly string[]): Promise<void> {
      await facts.deleteMany({ _id: { $in: [...ids] } }, { writeConcern: { w: 1, journal: false } });
    },
  };
}
