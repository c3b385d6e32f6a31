/**
 * Orchestrators in addition to that of a private stack: with today's code, or with code that is incompatible with open
 * runs.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, open, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client } from '@temporalio/client';
import { bundleWorkflowCode } from '@temporalio/worker';
import { acquireTemporal } from '../../../workers/local/acquire/temporal.ts';
import { ROOT } from '../../../workers/local/plain/paths.mjs';
import { runCommand } from '../../../workers/local/plain/run-command.mjs';
import type { StackFile } from '../../../workers/local/stack/stack-file.ts';
import { until } from '../until.ts';
import type { PrivateStack } from './private-stack.ts';
import { QUIET } from './quiet-runtime.ts';

export interface Orchestrators {
  /** Starts an orchestrator; resolves when it polls. `buildId`: its version; undefined for none. */
  start(code: 'today' | 'altered', buildId?: string): Promise<Orchestrator>;
  /** Makes a build current, by the command in the operator's README. */
  makeCurrent(buildId: string): Promise<void>;
  /** Reads the description of a build, by the command in the operator's README. */
  describe(buildId: string): Promise<string>;
  /** Number of runs of a build that match `filter`. */
  count(buildId: string, filter?: string): Promise<number>;
  /** Restarts the orchestrator of the stack without a version, and stops the others once their runs have ended. */
  close(): Promise<void>;
}

export interface Orchestrator {
  /** Sends SIGTERM; resolves when the orchestrator has finished its tasks and ended. */
  stop(): Promise<void>;
}

const README = join(ROOT, 'workers', 'deploy', 'UPDATES.md');
const COMMAND_S = 20;
const SET_CURRENT = /^ *temporal worker deployment set-current-version .*$/m;
const DESCRIBE = /^ *temporal worker deployment describe-version .*$/m;
const PATIENCE_MS = 60_000;
const DEPLOYMENT = 'grid-optimization';
const UNVERSIONED = `temporal worker deployment set-current-version --deployment-name ${DEPLOYMENT} --unversioned --ignore-missing-task-queues --yes`;
export const OPEN = "ExecutionStatus = 'Running'";
/** Files of a build in addition to its compiled code. */
const BESIDE = ['node_modules', 'package.json'];
const ALTERED = fileURLToPath(new URL('../../replay/altered/index.js', import.meta.url));

/** Creates the control of orchestrators. `client`: client of the Temporal server of the stack. */
export async function createOrchestrators(
  { stack, processes }: PrivateStack,
  client: Client,
): Promise<Orchestrators> {
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
  const builds = new Set<string>();
  const count = async (buildId: string, filter?: string): Promise<number> => {
    const ofBuild = `TemporalWorkerDeploymentVersion = '${DEPLOYMENT}:${buildId}'`;
    return (await client.workflow.count(filter ? `${ofBuild} AND ${filter}` : ofBuild)).count;
  };
  return {
    count,
    async start(code, buildId) {
      if (buildId !== undefined) builds.add(buildId);
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
      }, PATIENCE_MS);
      return { stop: () => stop(child) };
    },
    async makeCurrent(buildId) {
      const command = await fromReadme(SET_CURRENT, buildId);
      // Repeats the command, because the server learns of a build shortly after its first poll.
      const isDone = () => operate(stack, command).then(Boolean, () => false);
      await until(isDone, PATIENCE_MS);
    },
    async describe(buildId) {
      return operate(stack, await fromReadme(DESCRIBE, buildId));
    },
    async close() {
      try {
        await processes.restart('orchestrator');
        if (builds.size > 0) await operate(stack, UNVERSIONED);
        for (const buildId of builds)
          await until(async () => (await count(buildId, OPEN)) === 0, PATIENCE_MS);
      } finally {
        await Promise.all([...running].map(stop));
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

async function fromReadme(command: RegExp, buildId: string): Promise<string> {
  const [line] = command.exec(await readFile(README, 'utf8')) ?? [];
  assert.ok(line, `the README has no ${command}`);
  return line.trim().replace('BUILD', buildId);
}

async function operate(stack: StackFile, command: string): Promise<string> {
  const { found: cli } = await acquireTemporal({ env: { ...process.env, TEMPORAL_ADDRESS: '' } });
  const [, ...args] = command.split(' ');
  const address = ['--address', stack.temporal_address];
  return runCommand(cli.command ?? '', [...args, ...address], { deadlineS: COMMAND_S });
}

/** Copies today's build; its workflows are left out. */
async function copyBuild(folder: string): Promise<void> {
  const dist = join(ROOT, 'dist');
  const tests = join(dist, 'test');
  await cp(dist, join(folder, 'dist'), { recursive: true, filter: (path) => path !== tests });
  for (const name of BESIDE) await symlink(join(ROOT, name), join(folder, name));
  const { code } = await bundleWorkflowCode({ workflowsPath: ALTERED, logger: QUIET });
  await writeFile(join(folder, 'dist/workflow-bundle.js'), code);
}
