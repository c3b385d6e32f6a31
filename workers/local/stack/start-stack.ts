/** Starts every process of the service on this machine and keeps it running until it is stopped. */
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { acquireMongod } from '../acquire/mongod.ts';
import { acquireTemporal } from '../acquire/temporal.ts';
import { ROOT } from '../plain/paths.mjs';
import { type Processes, runProcesses, type StackCommand } from './run-processes.ts';
import {
  choosePorts,
  mongodProcess,
  mongodUri,
  type Ports,
  prepareMongod,
  prepareTemporal,
  temporalProcess,
} from './servers.ts';
import { environmentOf, loadSecrets, sharedSettings } from './settings.ts';
import { type ProcessName, type StackFile, stopLeftovers } from './stack-file.ts';
import { waitUntil } from './wait-until.ts';

const SCRIPTS = {
  api: ['api/main.js'],
  orchestrator: ['workers/main.js', 'orchestrator'],
  solver: ['workers/main.js', 'solver'],
} as const;

export function serviceProcess(name: string, role: keyof typeof SCRIPTS): StackCommand {
  const [script, ...args] = SCRIPTS[role];
  return {
    name,
    command: process.execPath,
    args: ['--enable-source-maps', join(ROOT, 'dist', script), ...args],
    stopMs: 40_000,
  };
}

/** Order in which processes stop: the API first, then workers, then the servers. */
const STOP_ORDER: readonly (readonly ProcessName[])[] = [
  ['api'],
  ['solver'],
  ['orchestrator'],
  ['temporal'],
  ['mongod'],
];
const HOST = '127.0.0.1';
/** Mode of the stack's files: only the owner may read them, because they contain job ids, names and logs. */
const OWNER_ONLY = 0o700;
const UMASK = 0o077;

type Env = Readonly<NodeJS.ProcessEnv>;
type Say = (line: string) => void;

export interface StackOptions {
  readonly dataFolder: string;
  /** Environment of the processes, in addition to that of the stack. */
  readonly env?: Env;
  /** False for a second stack, which gets other ports. */
  readonly usualPorts?: boolean;
  readonly say?: Say;
}

export interface StartedStack {
  readonly stack: Readonly<StackFile>;
  readonly admin: { readonly username: string; readonly password: string };
  /** True if the administrator has just been created. */
  readonly isNew: boolean;
  stop(): Promise<void>;
  /** Sends SIGKILL to a process, after which it is restarted. */
  kill(name: ProcessName): void;
  /** Stops and restarts single processes, by name. */
  readonly processes: Processes;
}

/** The two servers, each by its address or by the command that starts it. */
interface Servers {
  readonly mongod: { readonly uri?: string; readonly command?: string };
  readonly temporal: { readonly address?: string; readonly command?: string };
}

/** Starts the stack; resolves when all processes respond. */
export async function startStack({
  dataFolder,
  env = {},
  usualPorts = true,
  say = console.log,
}: StackOptions): Promise<StartedStack> {
  // Sets the mask that the servers inherit, because they write files of their own.
  process.umask(UMASK);
  await mkdir(dataFolder, { recursive: true });
  await chmod(dataFolder, OWNER_ONLY);
  await stopLeftovers(dataFolder, say);
  const wholeEnv = { ...process.env, ...env };
  const [mongod, temporal] = [
    await acquireMongod({ env: wholeEnv }),
    await acquireTemporal({ env: wholeEnv }),
  ];
  const servers = { mongod: mongod.found, temporal: temporal.found };
  const ports = await choosePorts(dataFolder, { usual: usualPorts, env: wholeEnv });
  const secrets = await loadSecrets(dataFolder, wholeEnv);
  const processes = runProcesses(dataFolder, addressesOf(ports, servers), say);
  const { stack, run, kill } = processes;
  const stop = () => processes.stopAll(STOP_ORDER);
  const settings = {
    ...sharedSettings(wholeEnv, secrets, stack),
    API_PORT: String(ports.api),
    SOLVER_PORT: String(ports.solver),
  };
  try {
    const start = (child: StackCommand) => run(child, environmentOf(child.name as ProcessName, settings));
    await startServers(servers, ports, dataFolder, start);
    for (const role of ['orchestrator', 'solver', 'api'] as const) start(serviceProcess(role, role));
    await waitUntil('the API', async () => (await fetch(new URL('/health/ready', stack.api_url))).ok);
  } catch (error) {
    await stop();
    throw error;
  }
  return { stack, admin: secrets.admin, isNew: secrets.isNew, processes, stop, kill };
}

async function startServers(
  { mongod, temporal }: Servers,
  ports: Ports,
  dataFolder: string,
  start: (child: StackCommand) => void,
): Promise<void> {
  if (mongod.command) start(mongodProcess(mongod.command, ports.mongod, dataFolder));
  if (temporal.command) start(temporalProcess(temporal.command, ports, dataFolder));
  await Promise.all([
    mongod.command && prepareMongod(ports.mongod),
    temporal.command && prepareTemporal(temporal.command, `${HOST}:${ports.temporal}`),
  ]);
}

const addressesOf = (ports: Ports, { mongod, temporal }: Servers) => ({
  api_url: `http://${HOST}:${ports.api}`,
  docs_url: `http://${HOST}:${ports.api}/docs`,
  solver_url: `http://${HOST}:${ports.solver}`,
  temporal_address: temporal.address ?? `${HOST}:${ports.temporal}`,
  web_ui_url: temporal.address ? '' : `http://${HOST}:${ports.web_ui}`,
  mongodb_uri: mongod.uri ?? mongodUri(ports.mongod),
});
