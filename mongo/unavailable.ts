/** Tells a database that cannot be reached from a mistake in a query. */
import {
  MongoExpiredSessionError,
  MongoNetworkError,
  MongoOperationTimeoutError,
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
