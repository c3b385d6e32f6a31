/**
 * A stack for one test, whose processes may be killed and frozen: all five processes, on free ports, in a temporary
 * folder.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Processes } from '../../../workers/local/stack/run-processes.ts';
import type { ProcessName, StackFile } from '../../../workers/local/stack/stack-file.ts';
import { startStack } from '../../../workers/local/stack/start-stack.ts';
import { waitUntil } from '../../../workers/local/stack/wait-until.ts';
import { type ApiClient, signIn } from '../callers/api-client.ts';
import { watchUrl } from '../watching/scrape.ts';

export interface PrivateStack {
  readonly stack: StackFile;
  readonly admin: ApiClient;
  /** Folder of all its files. */
  readonly folder: string;
  /** Sends SIGKILL to a process, which its supervisor restarts. */
  kill(name: ProcessName): void;
  /** Stops and restarts single processes. */
  readonly processes: Processes;
  /** Sends SIGSTOP; the process stays alive but is silent until `thaw` sends SIGCONT. */
  freeze(name: ProcessName): void;
  thaw(name: ProcessName): void;
  stop(): Promise<void>;
}

/** Empty addresses, so that the stack has servers of its own even if the environment names others. */
const SETTINGS = {
  NODE_ENV: 'test',
  BCRYPT_COST: '4',
  RATE_LIMIT_SOLVES_PER_MINUTE: '100000',
  MONGODB_URI: '',
  TEMPORAL_ADDRESS: '',
  // Address at which a worker reports whether it can work.
  METRICS_ADDRESS: '127.0.0.1:0',
};
export const WORKERS = ['orchestrator', 'solver'] as const;
const ANSWER_MS = 5000;

/** Starts a stack. `env`: settings of its processes in addition to those of every test. */
export async function privateStack(env: Readonly<Record<string, string>> = {}): Promise<PrivateStack> {
  const folder = await mkdtemp(join(tmpdir(), 'grid-private-'));
  const started = await startStack({
    dataFolder: folder,
    env: { ...SETTINGS, ...env },
    usualPorts: false,
    say: () => undefined,
  });
  const stop = async () => {
    process.off('SIGTERM', breakOff);
    await started.stop();
    await rm(folder, { recursive: true, force: true });
  };
  // Stops the stack if a signal ends this process, which the processes of the stack would outlive.
  const breakOff = () => void stop().finally(() => process.exit(1));
  process.once('SIGTERM', breakOff);
  const { stack } = started;
  const { username, password } = started.admin;
  const admin = await signIn(stack.api_url, username, password).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const signal = (name: ProcessName, what: NodeJS.Signals) => {
    const pid = stack.processes[name]?.pid;
    if (pid) process.kill(pid, what);
  };
  return {
    ...{ stack, admin, folder, stop },
    processes: started.processes,
    kill: (name) => started.kill(name),
    freeze: (name) => signal(name, 'SIGSTOP'),
    thaw: (name) => signal(name, 'SIGCONT'),
  };
}

/** Resolves when the API reports that all its dependencies are reachable. */
export const untilReady = ({ stack }: Pick<PrivateStack, 'stack'>, limitS?: number): Promise<void> =>
  waitUntil(
    'the service',
    async () => {
      const signal = AbortSignal.timeout(ANSWER_MS);
      return (await fetch(new URL('/health/ready', stack.api_url), { signal })).ok;
    },
    limitS,
  );

/** Resolves when the API reaches all its dependencies and all workers poll. */
export async function untilWhole(running: PrivateStack): Promise<void> {
  await untilReady(running);
  for (const name of WORKERS)
    await waitUntil(`the ${name}`, async () => {
      const url = await watchUrl(running.stack, name);
      return (await fetch(`${url}/health/ready`)).ok;
    });
}
