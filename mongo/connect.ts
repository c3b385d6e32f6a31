/** One MongoDB client per process; every call has a deadline. */
import { type Db, MongoClient } from 'mongodb';
import { type InferType, object, string } from 'yup';

/** Longest wait for a reachable server, ms: an API call must fail within 5 s. */
const SERVER_SELECTION_MS = 1500;
/** Longest wait for a connection, ms; a call may wait for two of them. */
const CONNECT_MS = 1000;
/**
 * Interval of heartbeats to each server, ms. A silent primary is detected within this time plus the wait for a
 * connection.
 */
const HEARTBEAT_MS = 2000;
/** Longest wait of a worker for one answer, ms; workers retry their calls. */
const WORKER_MS = 20_000;

export interface MongoConnection {
  readonly db: Db;
  /**
   * Connects. Resolves when the first connection is established. The driver restores an established connection, but
   * does not retry a failed first attempt: call this again until it succeeds.
   */
  connect(): Promise<void>;
  /** Resolves when the server answers; rejects otherwise. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** A database command that the server has answered. */
interface AnsweredCommand {
  readonly name: string;
  readonly durationMs: number;
  /** Error message; absent on success. */
  readonly failure?: string | undefined;
}

/**
 * Creates the client and returns immediately, before a connection exists. `answerMs`: longest wait for one response,
 * ms; `onCommand`: called after every command, in the async context of the call.
 */
export function connectMongo(
  { MONGODB_URI, MONGODB_DATABASE }: MongoSettings,
  answerMs = WORKER_MS,
  onCommand?: (command: AnsweredCommand) => void,
): MongoConnection {
  const client = new MongoClient(MONGODB_URI, {
    appName: 'grid-optimization-service',
    serverSelectionTimeoutMS: SERVER_SELECTION_MS,
    connectTimeoutMS: CONNECT_MS,
    heartbeatFrequencyMS: HEARTBEAT_MS,
    socketTimeoutMS: answerMs,
    ignoreUndefined: true,
    monitorCommands: onCommand !== undefined,
    writeConcern: { w: 'majority', journal: true },
    readConcern: { level: 'majority' },
  });
  if (onCommand) {
    client.on('commandSucceeded', ({ commandName: name, duration: durationMs }) =>
      onCommand({ name, durationMs }),
    );
    client.on('commandFailed', ({ commandName: name, duration: durationMs, failure: { message: failure } }) =>
      onCommand({ name, durationMs, failure }),
    );
  }
  const db = client.db(MONGODB_DATABASE);
  return {
    db,
    connect: async () => {
      await client.connect();
    },
    ping: async () => {
      await db.command({ ping: 1 });
    },
    close: () => client.close(),
  };
}

/** Settings that locate MongoDB. */
export const mongoSettings = object({
  MONGODB_URI: string()
    .default('mongodb://127.0.0.1:27017/?directConnection=true')
    .meta({ description: 'MongoDB connection string' }),
  MONGODB_DATABASE: string().default('grid_optimization').meta({ description: 'Database name' }),
});
type MongoSettings = InferType<typeof mongoSettings>;
