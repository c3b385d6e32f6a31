/** The two errors of MongoDB that callers must know from all others. */
import {
  MongoExpiredSessionError,
  MongoNetworkError,
  MongoOperationTimeoutError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
} from 'mongodb';

const KINDS = [
  MongoNetworkError,
  MongoOperationTimeoutError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  MongoExpiredSessionError,
];

/** The database cannot be reached: no mistake in a query. */
export const isUnavailable = (error: unknown): boolean => KINDS.some((kind) => error instanceof kind);

const DUPLICATE_KEY = 11_000;

/** There is one already. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === DUPLICATE_KEY;
