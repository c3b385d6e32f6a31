/** Starts every process of the service on this machine and keeps it running until it is stopped. */
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { acquireMongod } from '../acquire/mongod.ts';
import { acquireTemporal } from '../acquire/temporal.ts';
import { ROOT } from '../plain/paths.mjs';
import { commandLine } from '../processes.ts';
import { choosePorts, type Ports } from './ports.ts';
import {
  mongodProcess,
  mongodUri,
  prepareMongod,
  prepareTemporal,
  type StackCommand,
  temporalProcess,
} from './servers.ts';
import { environmentOf, loadSecrets } from './settings.ts';
import {
  type ProcessName,
  removeStackFile,
  type StackFile,
  type StackProcess,
  writeStackFile,
} from './stack-file.ts';
import { stopLeftovers } from './stop-leftovers.ts';
import { type Supervised, supervise } from './supervise.ts';
import { waitUntil } from './wait-until.ts';

/** Requests first, then workers, then what they stand on. */
const STOP_ORDER: readonly ProcessName[] = ['api', 'solver', 'orchestrator', 'temporal', 'mongod'];
const HOST = '127.0.0.1';
/** What the stack writes is for its owner: job ids, names and logs are nobody else's business. */
const OWNER_ONLY = 0o700;
const UMASK = 0o077;

type Env = Readonly<NodeJS.ProcessEnv>;
type Say = (line: string) => void;

export interface StackOptions {
  readonly dataFolder: string;
  /** Settings of the processes beside those of the stack. */
  readonly env?: Env;
  /** False for a stack beside another. */
  readonly usualPorts?: boolean;
  readonly say?: Say;
}

export interface StartedStack {
  readonly stack: Readonly<StackFile>;
  readonly admin: { readonly username: string; readonly password: string };
  /** The administrator was made just now. */
  readonly isNew: boolean;
  stop(): Promise<void>;
  /** A SIGKILL, after which the process is started again. */
  kill(name: ProcessName): void;
}

/** A server by its address, or by the command that starts it. */
interface Servers {
  readonly mongod: { readonly uri?: string; readonly command?: string };
  readonly temporal: { readonly address?: string; readonly command?: string };
}

/** Resolves when everything answers. */
export async function startStack({
  dataFolder,
  env = {},
  usualPorts = true,
  say = console.log,
}: StackOptions): Promise<StartedStack> {
  // The servers write files of their own, with the mask that they inherit.
  process.umask(UMASK);
  await mkdir(dataFolder, { recursive: true });
  await chmod(dataFolder, OWNER_ONLY);
  await stopLeftovers(dataFolder, say);
  const given = { ...process.env, ...env };
  const [mongod, temporal] = [await acquireMongod({ env: given }), await acquireTemporal({ env: given })];
  const servers = { mongod: mongod.found, temporal: temporal.found };
  const ports = await choosePorts(dataFolder, { usual: usualPorts });
  const { secrets, admin, isNew } = await loadSecrets(dataFolder, given);
  const { stack, run, stop, kill } = createStack(dataFolder, ports, servers, say);
  const settings = {
    ...given,
    ...secrets,
    MONGODB_URI: stack.mongodb_uri,
    TEMPORAL_ADDRESS: stack.temporal_address,
    API_HOST: given['API_HOST'] || HOST,
    API_PORT: String(ports.api),
    SOLVER_HOST: given['SOLVER_HOST'] || HOST,
    SOLVER_PORT: String(ports.solver),
    SOLVER_URL: stack.solver_url,
    TEMPORAL_UI_URL: given['TEMPORAL_UI_URL'] || stack.web_ui_url,
    ADMIN_USERNAME: admin.username,
    ADMIN_PASSWORD: admin.password,
  };
  try {
    const start = (child: StackCommand) => run(child, environmentOf(child.name, settings));
    await startServers(servers, ports, dataFolder, start);
    start(nodeProcess('orchestrator', ['workers/main.js', 'orchestrator']));
    start(nodeProcess('solver', ['workers/main.js', 'solver']));
    start(nodeProcess('api', ['api/main.js']));
    await waitUntil('the API', async () => (await fetch(new URL('/health/ready', stack.api_url))).ok);
  } catch (error) {
    await stop();
    throw error;
  }
  return { stack, admin, isNew, stop, kill };
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

const nodeProcess = (name: ProcessName, [script = '', ...args]: readonly string[]): StackCommand => ({
  name,
  command: process.execPath,
  args: ['--enable-source-maps', join(ROOT, 'dist', script), ...args],
  stopMs: 40_000,
});

/** The stack file and the processes in it. */
function createStack(dataFolder: string, ports: Ports, { mongod, temporal }: Servers, say: Say) {
  const running = new Map<ProcessName, Supervised>();
  const processes: Partial<Record<ProcessName, StackProcess>> = {};
  const stack: StackFile = {
    api_url: `http://${HOST}:${ports.api}`,
    docs_url: `http://${HOST}:${ports.api}/docs`,
    solver_url: `http://${HOST}:${ports.solver}`,
    temporal_address: temporal.address ?? `${HOST}:${ports.temporal}`,
    web_ui_url: temporal.address ? '' : `http://${HOST}:${ports.web_ui}`,
    mongodb_uri: mongod.uri ?? mongodUri(ports.mongod),
    supervisor_pid: process.pid,
    processes,
  };
  let writing = Promise.resolve();
  const write = async () => {
    const supervisor_command = await commandLine(process.pid);
    await writeStackFile(dataFolder, { ...stack, supervisor_command });
  };
  const started = async (name: ProcessName, pid: number, log: string) => {
    // What the process calls itself, so that a later start knows a leftover from a stranger.
    processes[name] = { pid, log, command: await commandLine(pid) };
    writing = writing.then(write).catch((error: Error) => say(error.message));
  };
  return {
    stack,
    run(child: StackCommand, env: NodeJS.ProcessEnv): void {
      const log = join(dataFolder, 'logs', `${child.name}.log`);
      const onStart = (pid: number) => void started(child.name, pid, log);
      running.set(child.name, supervise({ ...child, env, log }, { onStart, say }));
    },
    kill: (name: ProcessName): void => running.get(name)?.kill(),
    async stop(): Promise<void> {
      for (const name of STOP_ORDER) await running.get(name)?.stop();
      await writing;
      await removeStackFile(dataFolder);
    },
  };
}
