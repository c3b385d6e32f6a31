/** MongoDB errors that callers must distinguish. */
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
/**
 * Names of errors that the driver does not export: a server left the replica set while a command waited for a
 * connection.
 */
const KIND_NAMES = ['MongoPoolClosedError', 'MongoWaitQueueTimeoutError'];
/** Codes of socket errors that the driver passes on unchanged if the server is gone before a command was written. */
const SOCKET_CODES = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT'];
/**
 * Text of errors of HTTP connections, to a thread or another service; they have the same codes as errors of MongoDB
 * connections.
 */
const HTTP_WORDS = 'socket hang up';

/** Codes of a server that is stopping, cannot reach the other servers, or changes its role in an election. */
const CHANGING = {
  HostUnreachable: 6,
  HostNotFound: 7,
  CursorNotFound: 43,
  WriteConcernTimeout: 64,
  NetworkTimeout: 89,
  ShutdownInProgress: 91,
  ReadConcernMajorityNotAvailableYet: 134,
  PrimarySteppedDown: 189,
  /** The server cannot read the key that signs the cluster time from the primary. */
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

/** True if the error means that the database cannot be reached. */
export const isUnreachable = (error: unknown): boolean =>
  KINDS.some((kind) => error instanceof kind) ||
  (error instanceof Error && (KIND_NAMES.includes(error.name) || isOfSocket(error)));

const isOfSocket = (error: Error): boolean =>
  SOCKET_CODES.includes(codeOf(error)) && error.message !== HTTP_WORDS;

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');

/**
 * True if the error means that the database cannot be reached or is electing a primary, so that the query itself is not
 * at fault.
 */
export const isUnavailable = (error: unknown): boolean =>
  isUnreachable(error) || (error instanceof MongoServerError && CHANGING_CODES.has(Number(error.code)));

const DUPLICATE_KEY = 11_000;

/** True if the error means that a unique key exists already. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === DUPLICATE_KEY;

/** Largest record, bytes: MongoDB's 16 MiB less room for fields that are set later. */
export const LARGEST_RECORD = 16 * 1024 * 1024 - 64 * 1024;

export class LargeRecord extends Error {
  constructor(bytes: number, most: number) {
    super(`Its record would have ${bytes} bytes, more than ${most}`);
    this.name = 'LargeRecord';
  }
}
