import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { local, removeFolder, script, temporaryFolder } from '../../../support/local-stack.ts';

interface Supervised {
  pid(): number;
  stop(): Promise<void>;
  kill(): void;
}
interface Supervise {
  supervise(
    process: { name: string; command: string; args: string[]; env: object; log: string; stopMs?: number },
    hooks: { onStart(pid: number): void; say(line: string): void },
  ): Supervised;
}
interface StackFiles {
  writeStackFile(folder: string, stack: object): Promise<void>;
  readStackFile(folder: string): Promise<object | undefined>;
}
interface Leftovers {
  stopLeftovers(folder: string, say: (line: string) => void, patienceMs?: number): Promise<void>;
}
interface CommandLine {
  commandLine(pid: number): Promise<string | undefined>;
}

const until = async (isTrue: () => boolean | Promise<boolean>): Promise<void> => {
  for (const end = Date.now() + 3000; !(await isTrue()); await delay(10))
    assert.ok(Date.now() < end, 'waited three seconds');
};

describe('a process of the stack', () => {
  let folder: string;
  let said: string[];
  let started: number[];
  beforeEach(async () => {
    folder = await temporaryFolder();
    said = [];
    started = [];
  });
  afterEach(() => removeFolder(folder));

  async function run(lines: readonly string[], stopMs?: number): Promise<Supervised> {
    const { supervise } = await local<Supervise>('supervise.mjs');
    return supervise(
      {
        name: 'tool',
        command: await script(join(folder, 'tool'), ...lines),
        args: [],
        env: process.env,
        log: join(folder, 'logs', 'tool.log'),
        ...(stopMs && { stopMs }),
      },
      { onStart: (pid) => started.push(pid), say: (line) => said.push(line) },
    );
  }
  const isReady = async () => (await readFile(join(folder, 'logs', 'tool.log'), 'utf8')).includes('ready');

  it('is started again whenever it dies, each time after a longer wait', async () => {
    const tool = await run(['echo alive', 'exit 3']);
    await until(() => started.length === 3 && said.length === 3);
    await tool.stop();
    assert.deepEqual(
      said.map((line) => line.replace(/, log.*/, '')),
      [200, 400, 800].map((ms) => `tool ended (3); starting it again in ${ms} ms`),
    );
    assert.equal(new Set(started).size, 3);
    assert.equal(await readFile(join(folder, 'logs', 'tool.log'), 'utf8'), 'alive\n'.repeat(3));
  });
  it('comes back from a SIGKILL with another pid', async () => {
    const tool = await run(['exec sleep 60']);
    tool.kill();
    await until(() => started.length === 2);
    assert.equal(tool.pid(), started[1]);
    await tool.stop();
  });
  it('stays down once it is stopped, even while it waits to be started again', async () => {
    const running = await run(['exec sleep 60']);
    await running.stop();
    assert.deepEqual(said, []);
    const dying = await run(['exit 1']);
    await until(() => said.length === 1);
    await dying.stop();
    await delay(300);
    assert.equal(started.length, 2);
  });
  it('is killed when it does not end in its time', async () => {
    const tool = await run(["trap '' TERM", 'echo ready', 'while :; do sleep 0.05; done'], 150);
    await until(isReady);
    const asked = Date.now();
    await tool.stop();
    assert.ok(Date.now() - asked >= 140, 'had its time');
    assert.throws(() => process.kill(tool.pid(), 0));
  });

  describe('left behind by a dead supervisor', () => {
    it('is ended when it still is what was recorded, by force if need be; a stranger is not', async () => {
      const { stopLeftovers } = await local<Leftovers>('stop-leftovers.mjs');
      const { commandLine } = await local<CommandLine>('command-line.mjs');
      const files = await local<StackFiles>('stack-file.mjs');
      const stubborn = await script(join(folder, 'stubborn'), "trap '' TERM", 'while :; do sleep 0.05; done');
      const children = [spawn('sleep', ['60']), spawn('sleep', ['61']), spawn(stubborn)];
      const [left = 0, stranger = 0, hard = 0] = children.map(({ pid }) => pid);
      await delay(50);
      const gone = { pid: 5_000_000, command: 'sleep 60' };
      await files.writeStackFile(folder, {
        processes: {
          gone,
          left: { pid: left, command: 'sleep 60' },
          hard: { pid: hard, command: await commandLine(hard) },
          stranger: { pid: stranger, command: 'sleep 60' },
          unknown: { pid: stranger },
        },
      });
      await stopLeftovers(folder, (line) => said.push(line), 200);
      assert.deepEqual(
        said.map((line) => line.split(' ')[1]),
        ['hard', 'left'],
      );
      assert.deepEqual(await Promise.all([left, stranger, hard].map(commandLine)), [
        undefined,
        'sleep 61',
        undefined,
      ]);
      assert.equal(await files.readStackFile(folder), undefined);
      children[1]?.kill('SIGKILL');
    });
  });
});
