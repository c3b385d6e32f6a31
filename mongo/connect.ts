/** One MongoDB client per process; every call has a deadline. */
import { type Db, MongoClient } from 'mongodb';
import type { MongoSettings } from './config.ts';

/** Longest wait for a reachable server and for one answer, ms: an API call must fail within 5 s. */
const SERVER_SELECTION_MS = 2000;
const SOCKET_MS = 20_000;

export interface MongoConnection {
  readonly db: Db;
  /**
   * Resolves when the first connection stands. The driver renews a connection it once had, but a failed
   * first attempt leaves it closed for good: call this again until it succeeds.
   */
  connect(): Promise<void>;
  /** Resolves when the server answers; rejects otherwise. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Returns at once, before there is a connection. */
export function connectMongo({ MONGODB_URI, MONGODB_DATABASE }: MongoSettings): MongoConnection {
  const client = new MongoClient(MONGODB_URI, {
    appName: 'grid-optimization-service',
    serverSelectionTimeoutMS: SERVER_SELECTION_MS,
    connectTimeoutMS: SERVER_SELECTION_MS,
    socketTimeoutMS: SOCKET_MS,
    ignoreUndefined: true,
    writeConcern: { w: 'majority', journal: true },
    readConcern: { level: 'majority' },
  });
  const db = client.db(MONGODB_DATABASE);
  return {
    db,
    connect: async () => {
      await client.connect();
    },
    ping: async () => {
      await db.command({ ping: 1 }, { timeoutMS: SERVER_SELECTION_MS });
    },
    close: () => client.close(),
  };
}
