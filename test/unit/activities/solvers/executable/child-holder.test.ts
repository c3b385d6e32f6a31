/** A child process and the threads that supervise it. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createChildHolder } from '../../../../../activities/solvers/executable/child-holder.ts';
import { inTemporaryFolder } from '../../../../support/local-stack.ts';
import { until } from '../../../../support/until.ts';

const shell = (folder: string, script: string, logFile = join(folder, 'log.txt')) => ({
  command: '/bin/sh',
  args: ['-c', script],
  folder,
  logFile,
});

/** Ends a wait after a limit, since a wait blocks the thread of the tests. */
function orMuchLater(condition = () => false): () => boolean {
  const latest = performance.now() + 9000;
  return () => condition() || performance.now() > latest;
}

/** True if the process runs. A process that is dead but not reaped yet (Z) does not. */
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return /^[^Z\s]/.test(stdout);
}

describe('a child process', () => {
  const holder = createChildHolder();
  after(() => holder.close());

  it('is waited for, and leaves its output and its exit code', () =>
    inTemporaryFolder(async (folder) => {
      const end = holder.run(shell(folder, 'pwd; echo trouble >&2; exit 3'), orMuchLater());
      assert.deepEqual(end, { ended: true, exit: 3, asked: false });
      assert.match(readFileSync(join(folder, 'log.txt'), 'utf8'), new RegExp(`${folder}\ntrouble\n$`));
    }));
  it('receives the variables that solvers look for, and no setting or secret', () =>
    inTemporaryFolder(async (folder) => {
      const licences = {
        GRB_LICENSE_FILE: 'a',
        GUROBI_HOME: 'b',
        CPLEX_STUDIO_DIR: 'c',
        LM_LICENSE_FILE: 'd',
      };
      const secret = {
        JWT_SECRET: 'x',
        PASSWORD_PEPPER: 'x',
        SOLVER_TOKEN: 'x',
        MONGODB_URI: 'x',
        AI_API_KEY: 'x',
      };
      const before = { ...process.env };
      Object.assign(process.env, licences, secret);
      const separateHolder = createChildHolder();
      try {
        separateHolder.run(shell(folder, 'env', join(folder, 'env')), orMuchLater());
      } finally {
        for (const name of Object.keys({ ...licences, ...secret })) delete process.env[name];
        Object.assign(process.env, before);
        separateHolder.close();
      }
      const lines = readFileSync(join(folder, 'env'), 'utf8').split('\n');
      const names = new Set(lines.map((line) => line.split('=', 1)[0]));
      for (const name of ['PATH', ...Object.keys(licences)]) assert.ok(names.has(name), name);
      for (const name of Object.keys(secret)) assert.ok(!names.has(name), name);
    }));
  it('ends with all that it started once that is enough', () =>
    inTemporaryFolder(async (folder) => {
      const script = 'sleep 60 & echo $! > pid; trap "" INT TERM; wait; sleep 60';
      const pidFile = join(folder, 'pid');
      const { asked, exit } = holder.run(
        shell(folder, script),
        orMuchLater(() => existsSync(pidFile)),
      );
      assert.deepEqual([asked, exit], [true, -9]);
      const pid = Number(readFileSync(pidFile, 'utf8'));
      await until(() => !isAlive(pid));
    }));
  it('is asked to finish first', () =>
    inTemporaryFolder(async (folder) => {
      const script = 'trap "echo finished; exit 0" INT; touch ready; while :; do sleep 0.02; done';
      const end = holder.run(
        shell(folder, script),
        orMuchLater(() => existsSync(join(folder, 'ready'))),
      );
      assert.deepEqual(end, { ended: true, exit: 0, asked: true });
      assert.match(readFileSync(join(folder, 'log.txt'), 'utf8'), /finished/);
    }));
  it('is not waited for when it cannot be started', () =>
    inTemporaryFolder(async (folder) => {
      const nowhere = join(folder, 'nowhere', 'log.txt');
      const end = holder.run(shell(folder, 'true', nowhere), orMuchLater());
      assert.deepEqual(end, { ended: false, exit: 0, asked: false });
    }));
  it('dies with the thread that waits for it', () =>
    inTemporaryFolder(async (folder) => {
      const module = new URL('../../../../../activities/solvers/executable/child-holder.js', import.meta.url)
        .href;
      const input = shell(folder, 'echo $$ > pid; exec sleep 60');
      const thread = new Worker(
        `import(${JSON.stringify(module)}).then(({ createChildHolder }) =>
          createChildHolder().run(${JSON.stringify(input)}, () => false));`,
        { eval: true },
      );
      const pidFile = join(folder, 'pid');
      await until(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '');
      await thread.terminate();
      await until(() => !isAlive(Number(readFileSync(pidFile, 'utf8'))));
    }));
});
