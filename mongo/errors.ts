/** The errors of MongoDB that callers must know from all others. */
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

/** Of servers that stop or cannot reach others, that are no longer, or not yet, the primary, or have lost a cursor so. */
const CHANGING = new Set([
  ...[6, 7, 43, 64, 89, 91, 134, 189, 211, 237, 262, 9001],
  ...[10_107, 11_600, 11_601, 11_602, 13_435, 13_436],
]);

/** The database cannot be reached. */
export const isUnreachable = (error: unknown): boolean => KINDS.some((kind) => error instanceof kind);

/** The database cannot be reached, or its set is electing another primary: no mistake in a query. */
export const isUnavailable = (error: unknown): boolean =>
  isUnreachable(error) || (error instanceof MongoServerError && CHANGING.has(Number(error.code)));

const DUPLICATE_KEY = 11_000;

/** There is one already. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === DUPLICATE_KEY;
