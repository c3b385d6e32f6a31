/** Tells a database that cannot be reached from a mistake in a query. */
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

export const isUnavailable = (error: unknown): boolean => KINDS.some((kind) => error instanceof kind);

/** Tells "there is one already" from other write errors. */
const DUPLICATE_KEY = 11_000;

export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === DUPLICATE_KEY;
