/**
 * Starts the cluster: PostgreSQL with the Temporal nodes on it, a MongoDB replica set, two of each process of the
 * service, and a proxy in front of each service that has a single address.
 */
import { chmod, mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT } from '../../workers/local/plain/paths.mjs';
import { signalFamily } from '../../workers/local/processes.ts';
import { runProcesses, type StackCommand } from '../../workers/local/stack/run-processes.ts';
import { keepPorts, mongodUri } from '../../workers/local/stack/servers.ts';
import { environmentOf, loadSecrets, sharedSettings } from '../../workers/local/stack/settings.ts';
import { stopLeftovers } from '../../workers/local/stack/stack-file.ts';
import {
  type StackOptions,
  type StartedStack,
  serviceProcess,
} from '../../workers/local/stack/start-stack.ts';
import { waitUntil } from '../../workers/local/stack/wait-until.ts';
import { KINDS, type Kind, MEMBERS, type Member, namesOf, PORT_NAMES, type PortOf } from './members.ts';
import { postgresFolder } from './postgres.ts';
import { acquireServers, startServers } from './servers.ts';

const HOST = '127.0.0.1';
const OWNER_ONLY = 0o700;
const UMASK = 0o077;
const SERVICE = ['orchestrator', 'solver', 'api'] as const;
/** Twice what a loaded machine of two processors needs. */
const READY_S = 120;

export interface ClusterOptions extends Pick<StackOptions, 'dataFolder' | 'env' | 'say'> {
  /** False if data need not survive a crash of the machine; written data survive processes either way. */
  readonly isDurable?: boolean;
}

export interface Cluster extends Omit<StartedStack, 'kill'> {
  readonly members: readonly Member[];
  /** SIGSTOP and SIGCONT, to the process and its children: alive, but silent. */
  freeze(name: string): Promise<void>;
  thaw(name: string): Promise<void>;
  /** Resolves when every process is present and answers. */
  untilWhole(): Promise<void>;
  /** True if all members of a kind are reachable through their proxy, or the kind has none. */
  isWhole(kind: Kind): Promise<boolean>;
}

export async function startCluster({
  dataFolder,
  env = {},
  isDurable = true,
  say = console.log,
}: ClusterOptions): Promise<Cluster> {
  process.umask(UMASK);
  await mkdir(dataFolder, { recursive: true });
  await chmod(dataFolder, OWNER_ONLY);
  await stopLeftovers(dataFolder, say);
  const environment = { ...process.env, ...env };
  const programs = await acquireServers(environment);
  const ports = await keepPorts(dataFolder, PORT_NAMES);
  const portOf: PortOf = (name) => ports[name] ?? missing(name);
  const secrets = await loadSecrets(dataFolder, environment);
  const processes = runProcesses(dataFolder, addressesOf(portOf), say);
  const { stack, run, kill } = processes;
  const settings: NodeJS.ProcessEnv = {
    ...sharedSettings(environment, secrets, stack),
    TRUST_PROXY: '1',
    SOLVER_SLOTS: environment['SOLVER_SLOTS'] || slotsOfEach(),
  };
  const start = (command: Parameters<typeof run>[0]) => run(command, environmentOf('mongod', settings));
  const stopping = new AbortController();
  const stop = async () => {
    stopping.abort();
    await processes.stopAll(KINDS.map(namesOf).reverse());
  };
  const signal = async (name: string, what: NodeJS.Signals) => {
    const pid = stack.processes[name]?.pid;
    if (pid) await signalFamily(pid, what);
  };
  try {
    for (const proxy of proxyProcesses(portOf)) start(proxy);
    const namespace = environment['TEMPORAL_NAMESPACE'] || 'default';
    await startServers(programs, { dataFolder, portOf, isDurable, namespace, start });
    for (const role of SERVICE) {
      for (const name of namesOf(role)) {
        const portSettings = role === 'orchestrator' ? {} : { [PORT_SETTING[role]]: String(portOf(name)) };
        run(serviceProcess(name, role), environmentOf(role, { ...settings, ...portSettings }));
      }
    }
    const untilWhole = () => allAnswer(portOf);
    await untilWhole();
    watchProxies(portOf, kill, stopping.signal);
    return {
      ...{ stack, admin: secrets.admin, isNew: secrets.isNew, members: MEMBERS, processes },
      freeze: (name) => signal(name, 'SIGSTOP'),
      thaw: (name) => signal(name, 'SIGCONT'),
      untilWhole,
      isWhole: (kind) => reachAll(portOf, kind),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Stops the processes of a cluster whose starter was killed, and removes its data. */
export async function removeCluster(dataFolder: string): Promise<void> {
  await stopLeftovers(dataFolder, console.log);
  for (const folder of [postgresFolder(dataFolder), dataFolder])
    await rm(folder, { recursive: true, force: true });
}

const PORT_SETTING = { api: 'API_PORT', solver: 'SOLVER_PORT' } as const;

function missing(name: string): never {
  throw new Error(`the cluster has no port ${name}`);
}

/** Slots per solver: the processors are shared. */
const slotsOfEach = (): string =>
  String(Math.max(1, Math.floor(availableParallelism() / namesOf('solver').length)));

const addressesOf = (portOf: PortOf) => ({
  api_url: `http://${HOST}:${portOf('api-proxy')}`,
  docs_url: `http://${HOST}:${portOf('api-proxy')}/docs`,
  solver_url: `http://${HOST}:${portOf('solver-proxy')}`,
  temporal_address: `${HOST}:${portOf('temporal-proxy')}`,
  web_ui_url: '',
  mongodb_uri: mongodUri(namesOf('mongod').map(portOf)),
});

/** The readiness of each API also covers MongoDB, Temporal and the solvers. */
async function allAnswer(portOf: PortOf): Promise<void> {
  await waitUntil('every process behind a proxy', () => reachAll(portOf), READY_S);
  for (const name of namesOf('api')) {
    const ready = `http://${HOST}:${portOf(name)}/health/ready`;
    await waitUntil(name, async () => (await fetch(ready)).ok, READY_S);
  }
}

const PROGRAM = join(ROOT, 'dist', 'test', 'cluster', 'proxy', 'main.js');
const BEHIND: Readonly<Record<string, readonly [protocol: 'http' | 'grpc', kind: Kind]>> = {
  'temporal-proxy': ['grpc', 'temporal'],
  'solver-proxy': ['http', 'solver'],
  'api-proxy': ['http', 'api'],
};
const PROXIES = Object.keys(BEHIND);
const PERIOD_MS = 1000;
const ANSWER_MS = 2000;
/** Number of unanswered checks in a row after which a proxy is killed. */
const MISSES = 2;

const proxyProcesses = (portOf: PortOf): readonly StackCommand[] =>
  Object.entries(BEHIND).map(([name, [protocol, kind]]) => {
    const ports = [name, `${name}/health`, ...namesOf(kind)].map((of) => String(portOf(of)));
    return { name, command: process.execPath, args: [PROGRAM, protocol, ...ports] };
  });

/** True if the proxies reach all their backends, or those of the kind `only`. */
async function reachAll(portOf: PortOf, only?: Kind): Promise<boolean> {
  const proxies = PROXIES.filter((name) => only === undefined || BEHIND[name]?.[1] === only);
  const all = await Promise.all(
    proxies.map(async (name) => {
      const { up } = (await (await ask(name, portOf)).json()) as { up: Record<string, boolean> };
      return Object.values(up).every(Boolean);
    }),
  );
  return all.every(Boolean);
}

const ask = (name: string, portOf: PortOf) =>
  fetch(`http://${HOST}:${portOf(`${name}/health`)}/`, { signal: AbortSignal.timeout(ANSWER_MS) });

/** Kills a silent proxy, as liveness probes of containers do, until `signal` aborts. */
function watchProxies(portOf: PortOf, kill: (name: string) => void, signal: AbortSignal): void {
  for (const name of PROXIES) void watch(name, portOf, kill, signal);
}

async function watch(
  name: string,
  portOf: PortOf,
  kill: (name: string) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let misses = 0; !signal.aborted; ) {
    // A proxy that is absent is being started.
    const isSilent = await ask(name, portOf).then(
      () => false,
      (error: Error) => error.name === 'TimeoutError',
    );
    misses = isSilent ? misses + 1 : 0;
    if (misses >= MISSES && !signal.aborted) {
      kill(name);
      misses = 0;
    }
    await delay(PERIOD_MS, undefined, { ref: false });
  }
}
