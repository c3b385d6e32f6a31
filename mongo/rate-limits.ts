/** Counters that all API processes share; the rate limiter itself writes them. */
import type { Db } from 'mongodb';
import type { CollectionIndexes } from './indexes.ts';

export const RATE_LIMITS = 'rate_limits';

export const rateLimitIndexes: CollectionIndexes = {
  collection: RATE_LIMITS,
  indexes: [
    { key: { expire: -1 }, name: 'ttl', expireAfterSeconds: 0 },
    { key: { key: 1 }, name: 'key', unique: true },
  ],
};

/** The database for writes that need not survive a crash: every request makes one. */
export const rateLimitStore = (db: Db): Db =>
  db.client.db(db.databaseName, { writeConcern: { w: 1, journal: false } });
