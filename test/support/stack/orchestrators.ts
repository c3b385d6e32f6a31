/** Orchestrators beside that of a private stack: of today's code, or of code that open runs cannot follow. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, open, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { bundleWorkflowCode } from '@temporalio/worker';
import { acquireTemporal } from '../../../workers/local/acquire/temporal.ts';
import { ROOT } from '../../../workers/local/plain/paths.mjs';
import { runCommand } from '../../../workers/local/plain/run-command.mjs';
import type { StackFile } from '../../../workers/local/stack/stack-file.ts';
import { until } from '../until.ts';
import { type PrivateStack, privateStack } from './private-stack.ts';
import { QUIET } from './quiet-runtime.ts';

export interface Orchestrators {
  /** `buildId`: of its version; absent = it has none. Resolves when it polls. */
  start(code: 'today' | 'altered', buildId?: string): Promise<Orchestrator>;
  /** Makes it current, with the command of the operator's README. */
  makeCurrent(buildId: string): Promise<void>;
  /** What the command of that README says of it. */
  describe(buildId: string): Promise<string>;
  /** Ends those that still run. */
  close(): Promise<void>;
}

/** A private stack with its orchestrators of other builds, and a client of its Temporal server. */
export interface StackOfBuilds {
  readonly running: PrivateStack;
  readonly orchestrators: Orchestrators;
  readonly client: Client;
  close(): Promise<void>;
}

/** `env`: settings of the processes of the stack. */
export async function stackOfBuilds(env: Readonly<Record<string, string>> = {}): Promise<StackOfBuilds> {
  const running = await privateStack(env);
  try {
    const connection = await Connection.connect({ address: running.stack.temporal_address });
    const orchestrators = await createOrchestrators(running.stack);
    return {
      ...{ running, orchestrators, client: new Client({ connection }) },
      async close() {
        await orchestrators.close();
        await connection.close();
        await running.stop();
      },
    };
  } catch (error) {
    await running.stop();
    throw error;
  }
}

export interface Orchestrator {
  /** SIGTERM; resolves when it has drained and ended. */
  stop(): Promise<void>;
}

const README = join(ROOT, 'workers', 'README.md');
const COMMAND_S = 20;
const STARTED_MS = 60_000;
/** What a build is made of besides its compiled code. */
const BESIDE = ['node_modules', 'package.json'];
const ALTERED = fileURLToPath(new URL('../../replay/altered/index.js', import.meta.url));

async function createOrchestrators(stack: StackFile): Promise<Orchestrators> {
  const folder = await mkdtemp(join(tmpdir(), 'grid-builds-'));
  const altered = join(folder, 'altered');
  await copyBuild(altered);
  const running = new Set<ChildProcess>();
  const stop = async (child: ChildProcess) => {
    running.delete(child);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  return {
    async start(code, buildId) {
      const log = join(folder, `${code}-${buildId ?? 'none'}-${running.size}.log`);
      const file = await open(log, 'a');
      const root = code === 'today' ? ROOT : altered;
      const child = spawn(process.execPath, [join(root, 'dist/workers/main.js'), 'orchestrator'], {
        env: {
          PATH: process.env['PATH'],
          MONGODB_URI: stack.mongodb_uri,
          TEMPORAL_ADDRESS: stack.temporal_address,
          ...(buildId !== undefined && { TEMPORAL_WORKER_BUILD_ID: buildId }),
        },
        stdio: ['ignore', file.fd, file.fd],
      });
      await file.close();
      running.add(child);
      await until(async () => {
        assert.equal(child.exitCode, null, await readFile(log, 'utf8'));
        return (await readFile(log, 'utf8')).includes('"polling"');
      }, STARTED_MS);
      return { stop: () => stop(child) };
    },
    async makeCurrent(buildId) {
      await operate(stack, /^ *temporal worker deployment set-current-version .*$/m, buildId);
    },
    describe: (buildId) => operate(stack, /^ *temporal worker deployment describe-version .*$/m, buildId),
    async close() {
      await Promise.all([...running].map(stop));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function operate(stack: StackFile, command: RegExp, buildId: string): Promise<string> {
  const [line] = command.exec(await readFile(README, 'utf8')) ?? [];
  assert.ok(line, `the README has no ${command}`);
  const { found } = await acquireTemporal({ env: { ...process.env, TEMPORAL_ADDRESS: '' } });
  const [, ...args] = line.trim().replace('BUILD', buildId).split(' ');
  const address = ['--address', stack.temporal_address];
  return runCommand(found.command ?? '', [...args, ...address], { deadlineS: COMMAND_S });
}

/** A folder with all that today's build has, but for its workflows. */
async function copyBuild(folder: string): Promise<void> {
  const dist = join(ROOT, 'dist');
  const tests = join(dist, 'test');
  await cp(dist, join(folder, 'dist'), { recursive: true, filter: (path) => path !== tests });
  for (const name of BESIDE) await symlink(join(ROOT, name), join(folder, name));
  const { code } = await bundleWorkflowCode({ workflowsPath: ALTERED, logger: QUIET });
  await writeFile(join(folder, 'dist/workflow-bundle.js'), code);
}
