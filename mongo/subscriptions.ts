/** Modules to which an account has access by a grant, and their last use. Without a grant, the role decides. */
import type { Db } from 'mongodb';
import type { CollectionIndexes } from './indexes.ts';
import type { Transaction } from './transaction.ts';

export interface SubscriptionRecord {
  readonly user_id: string;
  readonly module_id: string;
  /** Granted access level; null if the role decides and the record holds only the last use. */
  readonly access_level: string | null;
  readonly subscribed_at: Date | null;
  readonly last_accessed: Date | null;
}

export interface Subscriptions {
  of(userId: string): Promise<SubscriptionRecord[]>;
  grant(userId: string, moduleId: string, accessLevel: string, at: Date, tx?: Transaction): Promise<void>;
  markAccessed(userId: string, moduleId: string, at: Date, tx?: Transaction): Promise<void>;
}

const COLLECTION = 'subscriptions';

export const subscriptionIndexes: CollectionIndexes = {
  collection: COLLECTION,
  indexes: [{ key: { user_id: 1, module_id: 1 }, name: 'user', unique: true }],
};

export function createSubscriptions(db: Db): Subscriptions {
  const subscriptions = db.collection<SubscriptionRecord>(COLLECTION);
  return {
    of: (userId) => subscriptions.find({ user_id: userId }, { projection: { _id: 0 } }).toArray(),
    grant: async (user_id, module_id, access_level, at, tx = {}) => {
      await subscriptions.updateOne(
        { user_id, module_id },
        { $set: { access_level, subscribed_at: at }, $setOnInsert: { last_accessed: null } },
        { upsert: true, ...tx },
      );
    },
    markAccessed: async (user_id, module_id, at, tx = {}) => {
      await subscriptions.updateOne(
        { user_id, module_id },
        { $max: { last_accessed: at }, $setOnInsert: { access_level: null, subscribed_at: null } },
        { upsert: true, ...tx },
      );
    },
  };
}
