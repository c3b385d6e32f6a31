/** The two servers behind the service: ports, start and readiness. */
import { randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import getPort, { clearLockedPorts } from 'get-port';
import { type Admin, MongoClient, MongoServerError } from 'mongodb';
import { searchAttributes } from '../../../temporal/names.ts';
import { runCommand } from '../plain/run-command.mjs';
import type { StackCommand } from './run-processes.ts';
import { replaceFile } from './stack-file.ts';
import { waitUntil } from './wait-until.ts';

const SET = 'rs0';
/**
 * Lifetime of transactions, s; MongoDB's default is 60. A process that is killed during a transaction blocks others by
 * its locks until the transaction ends.
 */
const TRANSACTION_S = 15;

interface MongodOptions {
  readonly name?: string;
  readonly cacheGb?: number;
  /** Time for which a member of a replica set still responds after a request to stop, ms. */
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
  // Turns compression off: it saves nothing on one machine, and older servers leak memory on broken compressed
  // messages.
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

/** Connection string of one server, or of a replica set of several. */
export const mongodUri = (port: number | readonly number[]): string =>
  typeof port === 'number'
    ? `mongodb://127.0.0.1:${port}/?directConnection=true`
    : `mongodb://${port.map((member) => `127.0.0.1:${member}`).join(',')}/?replicaSet=${SET}`;

/** Time without a primary after which a replica set elects another one, ms; shorter for a set with a single member. */
const ELECTION_MS = { alone: 1000, together: 4000 };

/**
 * Waits for the server, and initiates the replica set once. The set has one member, or all `ports`, the first of which
 * is this server.
 */
export async function prepareMongod(port: number, ports: readonly number[] = [port]): Promise<void> {
  const config = {
    _id: SET,
    members: ports.map((member, _id) => ({ _id, host: `127.0.0.1:${member}` })),
    settings: { electionTimeoutMillis: ports.length > 1 ? ELECTION_MS.together : ELECTION_MS.alone },
  };
  await waitUntil('MongoDB', async () => {
    // Each attempt has a client of its own, because a client whose first connection failed does not recover.
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

/** Initiates the replica set, or updates the port of a member. */
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
 * Settings for the order of tasks. The server orders tasks by priority only within a partition of a queue. A queue has
 * four partitions by default; here all new tasks go to one of them, and tasks in the others are still found. Users take
 * turns only if the server is configured for it.
 */
export const TASK_ORDER = ['matching.numTaskqueueWritePartitions=1', 'matching.enableFairness=true'];

/** The attributes exist before the server starts, so the server need not look them up for every workflow. */
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

/** Range of ports, below the ephemeral ones, so that no other program is given a port before it is used. */
const [LEAST, MOST] = [20_000, 32_000];
const USUAL = { api: 8000, solver: 8100, temporal: 7233, web_ui: 8233, mongod: 27_017 };
const FILE = 'ports.json';

export type Ports = Readonly<typeof USUAL>;

/**
 * Chooses the usual ports, or free ones if those are in use; the same ports again after a restart. `usual: false`
 * chooses free ports, for a second stack. Throws if a port that `env` sets is in use.
 */
export const choosePorts = (
  dataFolder: string,
  { usual = true, env = {} }: { readonly usual?: boolean; readonly env?: Readonly<NodeJS.ProcessEnv> } = {},
): Promise<Ports> =>
  keepPorts(dataFolder, Object.keys(USUAL) as (keyof Ports)[], usual ? USUAL : undefined, {
    api: portOf(env, 'API_PORT'),
    solver: portOf(env, 'SOLVER_PORT'),
  });

interface SetPort {
  readonly setting: string;
  readonly port: number;
}

/** Port that a setting states; undefined for any free port. */
function portOf(env: Readonly<NodeJS.ProcessEnv>, setting: string): SetPort | undefined {
  const port = Number(env[setting] || 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`${setting} must be a port from 0 to 65535, and is ${env[setting]}`);
  return port === 0 ? undefined : { setting, port };
}

/**
 * One port per name: the port that is set, else the former port, else `preferred`, else any. If the port is in use, a
 * free one replaces it. A port that is set is not stored, so a start without the setting uses the former port.
 */
export async function keepPorts<Name extends string>(
  dataFolder: string,
  names: readonly Name[],
  preferred?: Readonly<Partial<Record<Name, number>>>,
  set?: Readonly<Partial<Record<Name, SetPort | undefined>>>,
): Promise<Readonly<Record<Name, number>>> {
  const file = join(dataFolder, FILE);
  const before: Partial<Record<Name, number>> = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
  const members = { ...before };
  const ports: Partial<Record<Name, number>> = {};
  const fixedPorts = names.flatMap((name) => set?.[name]?.port ?? []);
  for (const name of names) {
    const fixed = set?.[name];
    if (fixed) {
      ports[name] = await requireFree(fixed);
      continue;
    }
    const port = await firstFree(before[name] ?? preferred?.[name] ?? randomInt(LEAST, MOST), fixedPorts);
    ports[name] = port;
    members[name] = port;
    fixedPorts.push(port);
  }
  await replaceFile(file, JSON.stringify(members));
  return ports as Record<Name, number>;
}

/** Throws if a port that is set is in use, because a replacement would go unnoticed. */
async function requireFree({ setting, port }: SetPort): Promise<number> {
  if ((await firstFree(port, [])) === port) return port;
  throw new Error(`Port ${port} of ${setting} is taken: end what listens there, or set another`);
}

/** The port `preferred` or another free port, but none of those in `reserved`. */
function firstFree(preferred: number, reserved: readonly number[]): Promise<number> {
  // The library withholds recently used ports for a while; a restarted stack must get its own ports again.
  clearLockedPorts();
  return getPort({ host: '127.0.0.1', port: candidates(preferred), exclude: reserved });
}

function* candidates(preferred: number): Generator<number> {
  for (let port = preferred; ; port = randomInt(LEAST, MOST)) yield port;
}
