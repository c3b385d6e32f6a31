/** Tells a database that cannot be reached from a mistake in a query. */
import {
  MongoExpiredSessionError,
  MongoNetworkError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
} from 'mongodb';

const KINDS = [
  MongoNetworkError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  MongoExpiredSessionError,
];

export const isUnavailable = (error: unknown): boolean => KINDS.some((kind) => error instanceof kind);
