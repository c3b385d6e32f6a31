/** The errors of MongoDB that callers must know from all others. */
import {
  MongoExpiredSessionError,
  MongoNetworkError,
  MongoOperationTimeoutError,
  MongoServerClosedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoStalePrimaryError,
  MongoTopologyClosedError,
} from 'mongodb';

const KINDS = [
  MongoNetworkError,
  MongoOperationTimeoutError,
  MongoServerClosedError,
  MongoServerSelectionError,
  MongoStalePrimaryError,
  MongoTopologyClosedError,
  MongoExpiredSessionError,
];
/** Kinds that the driver does not export: a server left the set while a command waited for a connection to it. */
const KIND_NAMES = ['MongoPoolClosedError', 'MongoWaitQueueTimeoutError'];
/** Errors of a socket that the driver passes on as they are, when its server has gone before a command was written. */
const SOCKET_CODES = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT'];
/** Connections over HTTP, to a thread or to another service, break with the same codes and these words. */
const HTTP_WORDS = 'socket hang up';

/** Codes with which a server answers that stops, cannot reach the others, or changes its part in an election. */
const CHANGING = {
  HostUnreachable: 6,
  HostNotFound: 7,
  CursorNotFound: 43,
  WriteConcernTimeout: 64,
  NetworkTimeout: 89,
  ShutdownInProgress: 91,
  ReadConcernMajorityNotAvailableYet: 134,
  PrimarySteppedDown: 189,
  /** The key that signs its time cannot be read from the primary. */
  KeyNotFound: 211,
  CursorKilled: 237,
  ExceededTimeLimit: 262,
  SocketException: 9001,
  NotWritablePrimary: 10_107,
  InterruptedAtShutdown: 11_600,
  Interrupted: 11_601,
  InterruptedDueToReplStateChange: 11_602,
  NotPrimaryNoSecondaryOk: 13_435,
  NotPrimaryOrSecondary: 13_436,
} as const;
const CHANGING_CODES: ReadonlySet<number> = new Set(Object.values(CHANGING));

/** The database cannot be reached. */
export const isUnreachable = (error: unknown): boolean =>
  KINDS.some((kind) => error instanceof kind) ||
  (error instanceof Error && (KIND_NAMES.includes(error.name) || isOfSocket(error)));

const isOfSocket = (error: Error): boolean =>
  SOCKET_CODES.includes(codeOf(error)) && error.message !== HTTP_WORDS;

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');

/** The database cannot be reached, or its set is electing another primary: no mistake in a query. */
export const isUnavailable = (error: unknown): boolean =>
  isUnreachable(error) || (error instanceof MongoServerError && CHANGING_CODES.has(Number(error.code)));

const DUPLICATE_KEY = 11_000;

/** There is one already. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === DUPLICATE_KEY;

/** Above this nothing can be stored as one record: 16 MiB for MongoDB, with room for what is set later. */
export const LARGEST_RECORD = 16 * 1024 * 1024 - 64 * 1024;

export class LargeRecord extends Error {
  constructor(bytes: number, most: number) {
    super(`The record of it would have ${bytes} bytes, more than ${most}`);
    this.name = 'LargeRecord';
  }
}
