/** The supervisor of the local stack with small real processes, and its files. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { commandLine, isAlive } from '../../../../../workers/local/processes.ts';
import { supervise } from '../../../../../workers/local/stack/run-processes.ts';
import { choosePorts } from '../../../../../workers/local/stack/servers.ts';
import { loadSecrets } from '../../../../../workers/local/stack/settings.ts';
import {
  findRunningStack,
  readStackFile,
  type StackFile,
  stopLeftovers,
  writeStackFile,
} from '../../../../../workers/local/stack/stack-file.ts';
import { inTemporaryFolder } from '../../../../support/local-stack.ts';

type Limits = { stopMs?: number };

/** Addresses of a stack, which these tests do not use. */
const NOWHERE = {
  api_url: '',
  docs_url: '',
  solver_url: '',
  temporal_address: '',
  web_ui_url: '',
  mongodb_uri: '',
};

/** Runs a shell script under the supervisor and records its messages and starts. */
function watch(folder: string, script: string, limits: Limits = {}) {
  const pids: number[] = [];
  const said: string[] = [];
  const spec = { name: 'it', command: 'sh', args: ['-c', script], env: process.env };
  const child = supervise(
    { ...spec, log: join(folder, 'logs', 'it.log'), ...limits },
    { onStart: (pid) => pids.push(pid), say: (line) => said.push(line) },
  );
  return { child, pids, said };
}

async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 3000; !holds(); await delay(10))
    if (Date.now() > end) assert.fail('it did not happen within 3 s');
}

describe('a supervised process', () => {
  it('is started again after it was killed, and its output goes to its log', () =>
    inTemporaryFolder(async (folder) => {
      const { child, pids, said } = watch(folder, 'echo started; exec sleep 60');
      const log = () => readFile(join(folder, 'logs', 'it.log'), 'utf8');
      while ((await log()) === '') await delay(10);
      child.kill();
      await until(() => pids.length === 2);
      assert.match(said[0] ?? '', /^it ended \(SIGKILL\); starting it again in 200 ms/);
      while ((await log()) !== 'started\nstarted\n') await delay(10);
      await child.stop();
      assert.deepEqual(
        pids.map((pid) => isAlive(pid)),
        [false, false],
      );
    }));

  it('is given more time between starts each time it dies', () =>
    inTemporaryFolder(async (folder) => {
      const { child, said } = watch(folder, 'exit 3');
      await until(() => said.length === 3);
      await child.stop();
      assert.deepEqual(
        said.map((line) => /ended \(3\).* in (\d+) ms/.exec(line)?.[1]),
        ['200', '400', '800'],
      );
    }));

  it('does not come back once it was stopped', () =>
    inTemporaryFolder(async (folder) => {
      const { child, pids, said } = watch(folder, 'exit 3');
      await until(() => said.length === 1);
      await child.stop();
      await delay(300);
      assert.equal(pids.length, 1);
    }));

  it('is killed when it does not stop in its time', () =>
    inTemporaryFolder(async (folder) => {
      const { child } = watch(folder, 'trap "" TERM; echo ready; while :; do sleep 0.05; done', {
        stopMs: 200,
      });
      while ((await readFile(join(folder, 'logs', 'it.log'), 'utf8')) === '') await delay(10);
      await child.stop();
      assert.equal(isAlive(child.pid() ?? 0), false);
    }));
});

describe('the processes of an earlier stack', () => {
  const stackWith = (pid: number, command: string | undefined): StackFile => ({
    ...NOWHERE,
    supervisor_pid: pid,
    supervisor_command: command,
    processes: { api: { pid, log: '', command } },
  });

  it('are ended by pid and command line, and their stack file goes', () =>
    inTemporaryFolder(async (folder) => {
      const { child, pids } = watch(folder, 'exec sleep 60');
      await until(() => pids.length === 1);
      const [pid = 0] = pids;
      while ((await commandLine(pid)) !== 'sleep 60') await delay(5);
      await writeStackFile(folder, stackWith(pid, 'sleep 60'));
      const ended = child.stop();
      await stopLeftovers(folder, () => undefined);
      await ended;
      assert.equal(isAlive(pid), false);
      assert.equal(await readStackFile(folder), undefined);
    }));

  for (const command of ['another program', undefined])
    it(`are left alone when the pid ${command ? 'belongs to another program' : 'has no command line on record'}`, () =>
      inTemporaryFolder(async (folder) => {
        await writeStackFile(folder, stackWith(process.pid, command));
        assert.equal(await findRunningStack(folder), undefined);
        await stopLeftovers(folder, () => assert.fail('it was about to end a stranger'));
      }));
});

describe('the files of a local stack', () => {
  it('are never seen half-written', () =>
    inTemporaryFolder(async (folder) => {
      const log = 'x'.repeat(200_000);
      const write = (pid: number) =>
        writeStackFile(folder, { ...NOWHERE, supervisor_pid: pid, processes: { api: { pid, log } } });
      await write(0);
      const writes = Promise.all(Array.from({ length: 20 }, (_, pid) => write(pid)));
      for (let read = 0; read < 20; read += 1)
        assert.equal((await readStackFile(folder))?.processes['api']?.log, log);
      await writes;
      assert.equal((await stat(join(folder, 'stack.json'))).mode & 0o777, 0o600);
    }));

  it('keep ports over a restart and replace one that was taken meanwhile', () =>
    inTemporaryFolder(async (folder) => {
      const first = await choosePorts(folder, { usual: false });
      assert.equal(new Set(Object.values(first)).size, 5);
      assert.deepEqual(await choosePorts(folder, { usual: false }), first);
      const server = createServer().listen(first.api, '127.0.0.1');
      await once(server, 'listening');
      const { api, ...others } = await choosePorts(folder, { usual: false });
      server.close();
      assert.notEqual(api, first.api);
      assert.deepEqual({ ...others, api: first.api }, first);
    }));

  it('keep generated secrets for their owner only, below those of the environment', () =>
    inTemporaryFolder(async (folder) => {
      const first = await loadSecrets(folder, { PASSWORD_PEPPER: '' });
      const { secrets, isNew } = await loadSecrets(folder, { PASSWORD_PEPPER: 'the pepper of the database' });
      assert.deepEqual([first.isNew, isNew], [true, false]);
      assert.deepEqual(secrets, { ...first.secrets, PASSWORD_PEPPER: 'the pepper of the database' });
      for (const file of ['secrets.json', 'admin.json'])
        assert.equal((await stat(join(folder, file))).mode & 0o777, 0o600);
    }));
});
