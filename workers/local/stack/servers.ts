/** The two servers behind the service: their ports, how they are started, and when they are ready. */
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

/** Connection string of one server, or of the replica set of several. */
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

/** Below those that systems give to whoever asks for any: nobody is given one of these before it is listened on. */
const [LEAST, MOST] = [20_000, 32_000];
const USUAL = { api: 8000, solver: 8100, temporal: 7233, web_ui: 8233, mongod: 27_017 };
const FILE = 'ports.json';

export type Ports = Readonly<typeof USUAL>;

/**
 * The usual ports, or free ones where those are taken; the same again after a restart. `usual: false` asks for free ones
 * from the start, for stacks beside another. Throws where a port that `env` sets is taken.
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

/** Undefined for any free one. */
function portOf(env: Readonly<NodeJS.ProcessEnv>, setting: string): SetPort | undefined {
  const port = Number(env[setting] || 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`${setting} must be a port from 0 to 65535, and is ${env[setting]}`);
  return port === 0 ? undefined : { setting, port };
}

/**
 * One port for each name: the one that a setting says, else the one it had before, else `wanted`, else any; free ones where
 * those are taken. What a setting says is not kept: a start without it has its former port.
 */
export async function keepPorts<Name extends string>(
  dataFolder: string,
  names: readonly Name[],
  wanted?: Readonly<Partial<Record<Name, number>>>,
  set?: Readonly<Partial<Record<Name, SetPort | undefined>>>,
): Promise<Readonly<Record<Name, number>>> {
  const file = join(dataFolder, FILE);
  const before: Partial<Record<Name, number>> = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
  const members = { ...before };
  const ports: Partial<Record<Name, number>> = {};
  const given = names.flatMap((name) => set?.[name]?.port ?? []);
  for (const name of names) {
    const fixed = set?.[name];
    if (fixed) {
      ports[name] = await requireFree(fixed);
      continue;
    }
    const port = await firstFree(before[name] ?? wanted?.[name] ?? randomInt(LEAST, MOST), given);
    ports[name] = port;
    members[name] = port;
    given.push(port);
  }
  await replaceFile(file, JSON.stringify(members));
  return ports as Record<Name, number>;
}

/** Another one in its place would not be noticed. */
async function requireFree({ setting, port }: SetPort): Promise<number> {
  if ((await firstFree(port, [])) === port) return port;
  throw new Error(`Port ${port} of ${setting} is taken: end what listens there, or set another`);
}

/** `wanted` or any other, but none of `given`, which nobody listens on yet. */
function firstFree(wanted: number, given: readonly number[]): Promise<number> {
  // It withholds for a while what it gave before; a stack that starts again is to have its own.
  clearLockedPorts();
  return getPort({ host: '127.0.0.1', port: candidates(wanted), exclude: given });
}

function* candidates(wanted: number): Generator<number> {
  for (let port = wanted; ; port = randomInt(LEAST, MOST)) yield port;
}
