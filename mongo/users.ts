/** Accounts. Names are unique without regard to case. */
import type { Db } from 'mongodb';
import { isDuplicateKey } from './duplicate-key.ts';
import type { CollectionIndexes } from './indexes.ts';

export interface UserRecord {
  /** UUID v4. */
  readonly user_id: string;
  readonly username: string;
  readonly password_hash: string;
  readonly role: 'user' | 'admin';
  readonly created_at: Date;
  readonly disabled: boolean;
}

export interface Users {
  /** Resolves to false when the name is taken. */
  insert(user: UserRecord): Promise<boolean>;
  findById(userId: string): Promise<UserRecord | null>;
  findByUsername(username: string): Promise<UserRecord | null>;
  setPasswordHash(userId: string, passwordHash: string): Promise<void>;
}

const COLLECTION = 'users';

interface UserDocument extends Omit<UserRecord, 'user_id'> {
  readonly _id: string;
  readonly username_key: string;
}

export const userIndexes: CollectionIndexes = {
  collection: COLLECTION,
  indexes: [{ key: { username_key: 1 }, name: 'username', unique: true }],
};

export function createUsers(db: Db): Users {
  const users = db.collection<UserDocument>(COLLECTION);
  return {
    insert: async ({ user_id, ...user }) => {
      try {
        await users.insertOne({ _id: user_id, ...user, username_key: toKey(user.username) });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    findById: async (userId) => toRecord(await users.findOne({ _id: userId })),
    findByUsername: async (username) => toRecord(await users.findOne({ username_key: toKey(username) })),
    setPasswordHash: async (userId, password_hash) => {
      await users.updateOne({ _id: userId }, { $set: { password_hash } });
    },
  };
}

const toKey = (username: string): string => username.toLowerCase();

function toRecord(document: UserDocument | null): UserRecord | null {
  if (!document) return null;
  const { _id: user_id, username_key: _, ...rest } = document;
  return { user_id, ...rest };
}
