/** Ids (`jti`) of access tokens and (`sid`) of sessions that ended before their time. */
import type { Db } from 'mongodb';
import type { CollectionIndexes } from './indexes.ts';

export interface RevokedTokens {
  /** Refused until `expiresAt`, when the tokens it concerns are dead anyway. */
  revoke(id: string, expiresAt: Date): Promise<void>;
  /** True when any of `ids` is revoked. */
  includes(ids: readonly string[]): Promise<boolean>;
}

const COLLECTION = 'revoked_tokens';

interface RevokedDocument {
  readonly _id: string;
  readonly expiresAt: Date;
}

export const revokedTokenIndexes: CollectionIndexes = {
  collection: COLLECTION,
  indexes: [{ key: { expiresAt: 1 }, name: 'ttl', expireAfterSeconds: 0 }],
};

export function createRevokedTokens(db: Db): RevokedTokens {
  const revoked = db.collection<RevokedDocument>(COLLECTION);
  return {
    revoke: async (id, expiresAt) => {
      await revoked.updateOne({ _id: id }, { $max: { expiresAt } }, { upsert: true });
    },
    includes: async (ids) => (await revoked.findOne({ _id: { $in: [...ids] } })) !== null,
  };
}
