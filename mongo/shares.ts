/**
 * Links that share one job, experiment or run, stored by the digest of their secret. Expired links are kept for a
 * while, so that their owners see how often they were opened.
 */
import type { Db } from 'mongodb';
import type { CollectionIndexes } from './indexes.ts';
import type { Transaction } from './transaction.ts';

export const SHARE_KINDS = ['job', 'experiment', 'run'] as const;
type ShareKind = (typeof SHARE_KINDS)[number];

export interface ShareRecord {
  /** Id of the link, UUID v4. */
  readonly _id: string;
  /** Owner of the link and of the shared item. */
  readonly user_id: string;
  /** SHA-256 of the secret, hex. */
  readonly digest: string;
  /**
   * Digest of the API key that created the link; the link opens only while this key exists. Absent for a link of a
   * signed-in user.
   */
  readonly key?: string;
  readonly kind: ShareKind;
  /** Id of the shared item. */
  readonly id: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  /** Number of times that the link was opened; an address counts once an hour. */
  readonly opened: number;
  readonly last_opened_at: Date | null;
}

export type Shares = ReturnType<typeof createShares>;

/** Maximum number of links of a user, including expired links while they are kept. */
export const MAX_SHARES = 200;

const COLLECTION = 'shares';
const KEPT_S = 30 * 86_400;
/** Maximum number of visits that are stored; more visits within an hour are not by people. */
const MOST_VISITS = 200;

interface ShareDocument extends ShareRecord {
  /** Visits as digests of address and hour, newest last. */
  readonly visits: readonly string[];
}
const RECORD = { projection: { visits: 0 } } as const;

export const shareIndexes: CollectionIndexes = {
  collection: COLLECTION,
  indexes: [
    { key: { digest: 1 }, name: 'digest', unique: true },
    { key: { user_id: 1, created_at: -1 }, name: 'user' },
    { key: { expires_at: 1 }, name: 'ttl', expireAfterSeconds: KEPT_S },
  ],
};

export function createShares(db: Db) {
  const shares = db.collection<ShareDocument>(COLLECTION);
  return {
    insert: async (share: ShareRecord, tx: Transaction = {}): Promise<'ok' | 'too many'> => {
      const others = await shares.countDocuments({ user_id: share.user_id }, { ...tx, limit: MAX_SHARES });
      if (others >= MAX_SHARES) return 'too many';
      await shares.insertOne({ ...share, visits: [] }, tx);
      return 'ok';
    },
    /** Links of a user, newest first. */
    list: (userId: string): Promise<ShareRecord[]> =>
      shares.find({ user_id: userId }, RECORD).sort({ created_at: -1, _id: 1 }).toArray(),
    findByDigest: (digest: string): Promise<ShareRecord | null> => shares.findOne({ digest }, RECORD),
    /** Deletes a link and returns it; null if the user has none with this id. */
    delete: (userId: string, shareId: string, tx: Transaction = {}): Promise<ShareRecord | null> =>
      shares.findOneAndDelete({ _id: shareId, user_id: userId }, { ...RECORD, ...tx }),
    /** Counts an opening of a link; false if `visit` has been counted already. */
    async countOpening(shareId: string, visit: string, at: Date, tx: Transaction = {}): Promise<boolean> {
      const change = {
        $inc: { opened: 1 },
        $set: { last_opened_at: at },
        $push: { visits: { $each: [visit], $slice: -MOST_VISITS } },
      };
      const { modifiedCount } = await shares.updateOne({ _id: shareId, visits: { $ne: visit } }, change, tx);
      return modifiedCount === 1;
    },
  };
}
