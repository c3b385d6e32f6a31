/** Starts every process of the service on this machine and keeps it running until it is stopped. */
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { acquireMongod } from './acquire-mongod.mjs';
import { acquireTemporal } from './acquire-temporal.mjs';
import { commandLine } from './command-line.mjs';
import { createEnvironments } from './environments.mjs';
import { ROOT } from './paths.mjs';
import { choosePorts } from './ports.mjs';
import { loadSecrets } from './secrets.mjs';
import { mongodProcess, mongodUri, prepareMongod, prepareTemporal, temporalProcess } from './servers.mjs';
import { removeStackFile, writeStackFile } from './stack-file.mjs';
import { stopLeftovers } from './stop-leftovers.mjs';
import { supervise } from './supervise.mjs';
import { waitUntil } from './wait-until.mjs';

/** Requests first, then workers, then what they stand on. */
const STOP_ORDER = ['api', 'solver', 'orchestrator', 'temporal', 'mongod'];
const HOST = '127.0.0.1';
/** What the stack writes is for its owner: job ids, names and logs are nobody else's business. */
const OWNER_ONLY = 0o700;
const UMASK = 0o077;

/**
 * `env`: settings for the processes beside those of the stack. `usualPorts: false` for a stack beside another.
 * Resolves when everything answers, with `{ stack, admin, isNew, stop(), kill(name) }`.
 */
export async function startStack({ dataFolder, env = {}, usualPorts = true, say = console.log }) {
  // The servers write files of their own, with the mask that they inherit.
  process.umask(UMASK);
  await mkdir(dataFolder, { recursive: true });
  await chmod(dataFolder, OWNER_ONLY);
  await stopLeftovers(dataFolder, say);
  const given = { ...process.env, ...env };
  const [mongod, temporal] = [await acquireMongod({ env: given }), await acquireTemporal({ env: given })];
  const ports = await choosePorts(dataFolder, { usual: usualPorts });
  const { secrets, admin, isNew } = await loadSecrets(dataFolder, given);
  const { stack, run, stop, kill } = createStack(dataFolder, ports, mongod.found, temporal.found, say);
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
    ADMIN_USERNAME: admin.username,
    ADMIN_PASSWORD: admin.password,
  };
  try {
    const environmentOf = await createEnvironments();
    const start = (child) => run({ ...child, env: environmentOf(child.name, settings) });
    await startServers(mongod.found, temporal.found, ports, dataFolder, start);
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

async function startServers(mongod, temporal, ports, dataFolder, start) {
  if (mongod.command) start(mongodProcess(mongod.command, ports.mongod, dataFolder));
  if (temporal.command) start(temporalProcess(temporal.command, ports, dataFolder));
  await Promise.all([
    mongod.command && prepareMongod(ports.mongod),
    temporal.command && prepareTemporal(temporal.command, `${HOST}:${ports.temporal}`),
  ]);
}

const nodeProcess = (name, [script, ...args]) => ({
  name,
  command: process.execPath,
  args: ['--enable-source-maps', join(ROOT, 'dist', script), ...args],
  stopMs: 40_000,
});

/** The stack file and the processes in it. */
function createStack(dataFolder, ports, mongod, temporal, say) {
  const running = new Map();
  const stack = {
    api_url: `http://${HOST}:${ports.api}`,
    docs_url: `http://${HOST}:${ports.api}/docs`,
    solver_url: `http://${HOST}:${ports.solver}`,
    temporal_address: temporal.address ?? `${HOST}:${ports.temporal}`,
    web_ui_url: temporal.address ? '' : `http://${HOST}:${ports.web_ui}`,
    mongodb_uri: mongod.uri ?? mongodUri(ports.mongod),
    supervisor_pid: process.pid,
    supervisor_command: undefined,
    processes: {},
  };
  let writing = Promise.resolve();
  const write = () => {
    writing = writing.then(() => writeStackFile(dataFolder, stack)).catch((error) => say(error.message));
    return writing;
  };
  const started = async (name, pid, log) => {
    stack.supervisor_command ??= await commandLine(process.pid);
    // What the process calls itself, so that a later start knows a leftover from a stranger.
    stack.processes[name] = { pid, log, command: await commandLine(pid) };
    await write();
  };
  return {
    stack,
    run(child) {
      const log = join(dataFolder, 'logs', `${child.name}.log`);
      const onStart = (pid) => void started(child.name, pid, log);
      running.set(child.name, supervise({ ...child, log }, { onStart, say }));
    },
    kill: (name) => running.get(name)?.kill(),
    async stop() {
      for (const name of STOP_ORDER) await running.get(name)?.stop();
      await writing;
      await removeStackFile(dataFolder);
    },
  };
}
