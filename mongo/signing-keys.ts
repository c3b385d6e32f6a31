/**
 * Keys that sign certificates. One key is current; of each former key, the public part is kept together with the period
 * of its use.
 */
import type { Db } from 'mongodb';
import { isDuplicateKey } from './errors.ts';
import type { CollectionIndexes } from './indexes.ts';
import { inTransaction, type Transaction } from './transaction.ts';

export interface SigningKeyRecord {
  /** Id of the key: the thumbprint of its public part (RFC 7638). */
  readonly _id: string;
  /** The public key, base64url. */
  readonly x: string;
  /** The private key, sealed; null if the configuration sets the key, and after the key was replaced. */
  readonly sealed: string | null;
  readonly since: Date;
  readonly until: Date | null;
}

type StoredKey = SigningKeyRecord & { readonly current?: true };

const CURRENT = { current: true } as const;

export const signingKeyIndexes: CollectionIndexes = {
  collection: 'signing_keys',
  // The unique index decides between two processes that start at once and create two keys: one of them is stored.
  indexes: [{ key: { current: 1 }, unique: true, sparse: true, name: 'one_current' }],
};

export type SigningKeys = ReturnType<typeof createSigningKeys>;

export function createSigningKeys(db: Db) {
  const keys = db.collection<StoredKey>('signing_keys');
  const current = (): Promise<SigningKeyRecord | null> => keys.findOne(CURRENT);
  async function replace(key: SigningKeyRecord, tx: Transaction): Promise<void> {
    const retired = { $set: { until: key.since, sealed: null }, $unset: { current: '' } } as const;
    await keys.updateMany({ ...CURRENT, _id: { $ne: key._id } }, retired, tx);
    const { _id, since, ...rest } = key;
    const update = { $set: { ...rest, ...CURRENT }, $setOnInsert: { since } };
    await keys.updateOne({ _id }, update, { upsert: true, ...tx });
  }
  return {
    current,
    /** All keys, newest first. */
    all: (): Promise<SigningKeyRecord[]> => keys.find().sort({ since: -1, _id: 1 }).toArray(),
    /** Stores the first key. Returns the stored key, which another process may have stored earlier. */
    async addFirst(key: SigningKeyRecord): Promise<SigningKeyRecord> {
      try {
        await keys.insertOne({ ...key, ...CURRENT });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      return (await current()) ?? key;
    },
    /** Makes a key the current one. The previous key no longer signs, and its private part is deleted. */
    replace: (key: SigningKeyRecord, tx?: Transaction): Promise<void> =>
      tx ? replace(key, tx) : inTransaction(db, (transaction) => replace(key, transaction)),
  };
}
