/**
 * API keys by their digest. Every key occupies one of the numbered slots of its user, and a unique index allows one key
 * per slot. The limit therefore holds for concurrent creations as well.
 */
import type { Db } from 'mongodb';
import { isDuplicateKey } from './errors.ts';
import type { CollectionIndexes } from './indexes.ts';
import type { Transaction } from './transaction.ts';

export interface ApiKeyRecord {
  /** Id of the key, UUID v4. */
  readonly key_id: string;
  readonly user_id: string;
  /** Name of the key, unique among the user's keys. */
  readonly name: string;
  /** SHA-256 of the key, hex. */
  readonly digest: string;
  /** First characters of the key, by which its owner recognizes it. */
  readonly prefix: string;
  readonly scopes: readonly ('read' | 'write')[];
  readonly created_at: Date;
  /** Expiry; null if the key does not expire. */
  readonly expires_at: Date | null;
  /** Time of the last use, accurate to the minute. */
  readonly last_used_at: Date | null;
}

export interface ApiKeys {
  insert(key: ApiKeyRecord, tx?: Transaction): Promise<'ok' | 'name taken' | 'too many'>;
  /** Keys of a user, newest first. */
  list(userId: string): Promise<ApiKeyRecord[]>;
  findByDigest(digest: string): Promise<ApiKeyRecord | null>;
  /** Deletes a key and returns it; null if the user has no key with this id. */
  delete(userId: string, keyId: string, tx?: Transaction): Promise<ApiKeyRecord | null>;
  /** Records the use of a key, unless a use was recorded less than a minute ago. */
  markUsed(key: ApiKeyRecord, at: Date): Promise<void>;
}

export const MAX_API_KEYS = 20;
/** Shortest time between two recorded uses, ms; limits the writes of frequent requests. */
export const USE_INTERVAL_MS = 60_000;

const COLLECTION = 'api_keys';
const PLACES = Array.from({ length: MAX_API_KEYS }, (_, place) => place);
/**
 * Most attempts to take a slot. An attempt fails if another key has just taken the slot, so more attempts are needed
 * only if keys are deleted in between.
 */
const ATTEMPTS = 5 * MAX_API_KEYS;

interface ApiKeyDocument extends Omit<ApiKeyRecord, 'key_id'> {
  readonly _id: string;
  readonly place: number;
}

export const apiKeyIndexes: CollectionIndexes = {
  collection: COLLECTION,
  indexes: [
    { key: { digest: 1 }, name: 'digest', unique: true },
    { key: { user_id: 1, name: 1 }, name: 'name', unique: true },
    { key: { user_id: 1, place: 1 }, name: 'place', unique: true },
  ],
};

export function createApiKeys(db: Db): ApiKeys {
  const keys = db.collection<ApiKeyDocument>(COLLECTION);
  const inserted = async (document: ApiKeyDocument, tx: Transaction): Promise<boolean> => {
    try {
      await keys.insertOne(document, tx);
      return true;
    } catch (error) {
      // Within a transaction the error is passed on, because the transaction is retried as a whole.
      if (isDuplicateKey(error) && !tx.session) return false;
      throw error;
    }
  };
  return {
    insert: async ({ key_id, ...key }, tx = {}) => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const others = await keys.find({ user_id: key.user_id }).toArray();
        if (others.some(({ name }) => name === key.name)) return 'name taken';
        const place = freePlace(others);
        if (place === undefined) return 'too many';
        if (await inserted({ _id: key_id, ...key, place }, tx)) return 'ok';
      }
      throw new Error(`No place for API key ${key_id} after ${ATTEMPTS} attempts`);
    },
    list: async (userId) => {
      const cursor = keys.find({ user_id: userId }).sort({ created_at: -1, _id: 1 });
      return (await cursor.toArray()).map(toRecord);
    },
    findByDigest: async (digest) => toRecordOrNull(await keys.findOne({ digest })),
    delete: async (userId, keyId, tx = {}) =>
      toRecordOrNull(await keys.findOneAndDelete({ _id: keyId, user_id: userId }, tx)),
    markUsed: async ({ key_id, last_used_at }, at) => {
      if (last_used_at && at.getTime() - last_used_at.getTime() < USE_INTERVAL_MS) return;
      await keys.updateOne({ _id: key_id, last_used_at }, { $set: { last_used_at: at } });
    },
  };
}

/** A random free slot, so that concurrent creations seldom choose the same. */
function freePlace(others: readonly ApiKeyDocument[]): number | undefined {
  const occupied = new Set(others.map(({ place }) => place));
  const free = PLACES.filter((place) => !occupied.has(place));
  return free[Math.floor(Math.random() * free.length)];
}

const toRecordOrNull = (document: ApiKeyDocument | null): ApiKeyRecord | null =>
  document && toRecord(document);

function toRecord({ _id: key_id, place: _, ...rest }: ApiKeyDocument): ApiKeyRecord {
  return { key_id, ...rest };
}
