/** Counters of quotas, which all API processes share. The rate limiter writes them. */
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

/** The database with a fast write concern: every request writes a counter, which need not survive a crash. */
export const rateLimitStore = (db: Db): Db =>
  db.client.db(db.databaseName, { writeConcern: { w: 1, journal: false } });
