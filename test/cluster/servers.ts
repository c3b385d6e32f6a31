/**
 * Starts the servers below the service of a cluster: PostgreSQL, the Temporal nodes on it, and the MongoDB replica set.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { acquireMongod } from '../../workers/local/acquire/mongod.ts';
import { goBuild } from '../../workers/local/acquire/temporal.ts';
import { firstThatWorks, intoCache, onPath } from '../../workers/local/acquire/ways.ts';
import { cacheFolder, ROOT } from '../../workers/local/plain/paths.mjs';
import type { StackCommand } from '../../workers/local/stack/run-processes.ts';
import { mongodProcess, prepareMongod } from '../../workers/local/stack/servers.ts';
import { acquirePostgres } from './acquire-postgres.ts';
import { namesOf, type PortOf } from './members.ts';
import { createPostgres } from './postgres.ts';
import { createTables, prepareNamespace, temporalNode } from './temporal-nodes.ts';

const HOST = '127.0.0.1';
const MONGOD_CACHE_GB = 0.25;
/** Time for clients to notice that a member leaves; the default of 15 s is for distant machines. */
const LEAVE_MS = 2000;

interface Programs {
  readonly temporal: TemporalServer;
  /** Folder of PostgreSQL's programs. */
  readonly postgres: string;
  readonly mongod: string;
}

/** Finds, builds or downloads the programs; rejects with one line for each failed way. */
export async function acquireServers(env: NodeJS.ProcessEnv): Promise<Programs> {
  // First the program that may lack a package, before minutes of building.
  const postgres = (await acquirePostgres(env)).found;
  const temporal = await acquireTemporalServer(env);
  // Without an address: the cluster has a set of its own even if the environment names another server.
  const { command } = (await acquireMongod({ env: { ...env, MONGODB_URI: '' } })).found;
  if (!command) throw new Error('MongoDB is there, but no command that starts it');
  return { temporal, postgres, mongod: command };
}

interface Place {
  readonly dataFolder: string;
  readonly portOf: PortOf;
  readonly isDurable: boolean;
  /** Namespace of Temporal that the service uses. */
  readonly namespace: string;
  readonly start: (command: StackCommand) => void;
}

/** Resolves when all servers answer. */
export async function startServers(programs: Programs, place: Place): Promise<void> {
  await Promise.all([startTemporal(programs, place), startMongod(programs, place)]);
}

async function startTemporal({ postgres, temporal }: Programs, place: Place): Promise<void> {
  const { dataFolder, portOf, isDurable, namespace, start } = place;
  const port = portOf('postgres');
  start(await createPostgres({ programs: postgres, dataFolder, port, isDurable }));
  await createTables(temporal.sqlTool, port, join(dataFolder, 'temporal-tables'));
  const startNode = async (name: string) =>
    start(await temporalNode(temporal.server, name, dataFolder, portOf));
  // The first node starts alone: two that initialise a cluster at the same time conflict.
  const [first = '', ...others] = namesOf('temporal');
  await startNode(first);
  await prepareNamespace(`${HOST}:${portOf(first)}`, namespace);
  for (const name of others) await startNode(name);
}

async function startMongod({ mongod }: Programs, { dataFolder, portOf, start }: Place): Promise<void> {
  const names = namesOf('mongod');
  for (const name of names)
    start(
      mongodProcess(mongod, portOf(name), dataFolder, { name, cacheGb: MONGOD_CACHE_GB, leaveMs: LEAVE_MS }),
    );
  const ports = names.map(portOf);
  await prepareMongod(ports[0] ?? 0, ports);
}

const MODULE = 'go.temporal.io/server';
const PROGRAMS = {
  'temporal-server': `${MODULE}/cmd/server`,
  'temporal-sql-tool': `${MODULE}/cmd/tools/sql`,
} as const;
type Program = keyof typeof PROGRAMS;

interface TemporalServer {
  /** Paths of the two programs, which have the same version. */
  readonly server: string;
  readonly sqlTool: string;
  readonly way: string;
}

const GO = 'Install the Go that temporal/server/go.mod names.';

async function acquireTemporalServer(env: NodeJS.ProcessEnv = process.env): Promise<TemporalServer> {
  const version = await pinnedVersion();
  const server = await acquire('temporal-server', version, env);
  const sqlTool = await acquire('temporal-sql-tool', version, env);
  return { server: server.found, sqlTool: sqlTool.found, way: server.way };
}

function acquire(program: Program, version: string, env: NodeJS.ProcessEnv) {
  const target = join(cacheFolder(env), `temporal-server-${version}`, program);
  return firstThatWorks<string>({ name: program, remedy: GO }, [
    { name: `\`${program}\` on PATH`, find: async () => onPath(program, env) },
    { name: 'the cache', find: async () => (existsSync(target) ? target : undefined) },
    {
      name: '`go build` (a few minutes, once)',
      find: () => {
        console.log(`Building ${program} from its modules; this takes a few minutes, once.`);
        return intoCache(target, (folder) => goBuild(PROGRAMS[program], join(folder, program), { env }));
      },
    },
  ]);
}

/** Version of the server module that the CLI is built from. */
async function pinnedVersion(): Promise<string> {
  const modules = await readFile(join(ROOT, 'temporal', 'server', 'go.mod'), 'utf8');
  const [, version] = new RegExp(`^\\s*${MODULE} v(\\S+)`, 'm').exec(modules) ?? [];
  if (!version) throw new Error(`temporal/server/go.mod does not pin ${MODULE}`);
  return version;
}
