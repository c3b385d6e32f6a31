/** The two servers behind the service: how they are started, and when they are ready. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Admin, MongoClient, MongoServerError } from 'mongodb';
import { searchAttributes } from '../../../temporal/names.ts';
import { runCommand } from '../plain/run-command.mjs';
import type { Ports } from './ports.ts';
import type { StackCommand } from './run-processes.ts';
import { waitUntil } from './wait-until.ts';

const SET = 'rs0';
/** A process that is killed amid a transaction leaves its locks behind, which nobody can pass before its end: 60 s by default. */
const TRANSACTION_S = 15;

interface MongodOptions {
  readonly name?: string;
  readonly cacheGb?: number;
  /** How long one of several goes on answering when it is told to end, ms. */
  readonly leaveMs?: number;
}

export function mongodProcess(
  command: string,
  port: number,
  dataFolder: string,
  { name = 'mongod', cacheGb = 0.5, leaveMs }: MongodOptions = {},
): StackCommand {
  const files = join(dataFolder, name);
  mkdirSync(files, { recursive: true });
  const memory = ['--wiredTigerCacheSizeGB', String(cacheGb)];
  // On one machine it saves nothing, and older servers leak memory to whoever sends broken compressed messages.
  const plain = ['--networkMessageCompressors', 'disabled'];
  const short = setting('transactionLifetimeLimitSeconds', TRANSACTION_S);
  const where = ['--bind_ip', '127.0.0.1', '--port', String(port), '--dbpath', files];
  const leave = leaveMs === undefined ? [] : setting('shutdownTimeoutMillisForSignaledShutdown', leaveMs);
  return {
    name,
    command,
    args: [...where, '--replSet', SET, ...memory, ...plain, ...short, ...leave, '--quiet'],
    stopMs: 20_000,
  };
}

const setting = (name: string, value: number): string[] => ['--setParameter', `${name}=${value}`];

/** Of a server, or of the replica set of several. */
export const mongodUri = (port: number | readonly number[]): string =>
  typeof port === 'number'
    ? `mongodb://127.0.0.1:${port}/?directConnection=true`
    : `mongodb://${port.map((member) => `127.0.0.1:${member}`).join(',')}/?replicaSet=${SET}`;

/** How long a set is without a primary before it elects another, ms: alone there is nobody to wait for. */
const ELECTION_MS = { alone: 1000, together: 4000 };

/** Waits for the server and makes it a replica set, once: of one, or of all `ports`, of which it is the first. */
export async function prepareMongod(port: number, ports: readonly number[] = [port]): Promise<void> {
  const config = {
    _id: SET,
    members: ports.map((member, _id) => ({ _id, host: `127.0.0.1:${member}` })),
    settings: { electionTimeoutMillis: ports.length > 1 ? ELECTION_MS.together : ELECTION_MS.alone },
  };
  await waitUntil('MongoDB', async () => {
    // A client whose first connection failed does not recover: each attempt has its own.
    const client = new MongoClient(mongodUri(port), {
      serverSelectionTimeoutMS: 1000,
      connectTimeoutMS: 1000,
    });
    try {
      const { isWritablePrimary, primary, setName } = await client.db('admin').command({ hello: 1 });
      if (!setName) await joinSet(client.db('admin').admin(), config);
      return isWritablePrimary === true || (ports.length > 1 && primary !== undefined);
    } finally {
      await client.close();
    }
  });
}

/** A set whose member had another port is given the new one. */
async function joinSet(admin: Admin, config: object): Promise<void> {
  try {
    await admin.command({ replSetInitiate: config });
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.codeName !== 'AlreadyInitialized') throw error;
    const version = Math.floor(Date.now() / 1000);
    await admin.command({ replSetReconfig: { ...config, version }, force: true });
  }
}

/**
 * Tasks of one queue are in the order of their priority only within a partition, of which there are four by default; a
 * task in another one, from before, is still found. Users take turns only when the server is told so.
 */
export const TASK_ORDER = ['matching.numTaskqueueWritePartitions=1', 'matching.enableFairness=true'];

/** The attributes are there before it starts: it need not ask for them at every workflow. */
const KNOWN_ATTRIBUTES = 'system.forceSearchAttributesCacheRefreshOnRead=false';

export const temporalProcess = (
  command: string,
  { temporal, web_ui }: Pick<Ports, 'temporal' | 'web_ui'>,
  dataFolder: string,
): StackCommand => ({
  name: 'temporal',
  command,
  args: [
    'server',
    'start-dev',
    ...['--ip', '127.0.0.1', '--port', String(temporal), '--ui-port', String(web_ui)],
    ...['--db-filename', join(dataFolder, 'temporal.db'), '--log-level', 'error', '--ui-disable-news-fetch'],
    ...['--sqlite-pragma', 'journal_mode=wal', '--sqlite-pragma', 'synchronous=full'],
    ...[...TASK_ORDER, KNOWN_ATTRIBUTES].flatMap((setting) => ['--dynamic-config-value', setting]),
    ...Object.values(searchAttributes).flatMap(({ name }) => ['--search-attribute', `${name}=Keyword`]),
  ],
});

export const prepareTemporal = (command: string, address: string): Promise<void> =>
  waitUntil('Temporal', async () => {
    await runCommand(command, ['operator', 'cluster', 'health', '--address', address], { deadlineS: 5 });
    return true;
  });
