/** Environment of the processes of the running stack, and permissions of the files that they write. */
import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { apiSettings } from '../../api/config.ts';
import { workerSettings } from '../../workers/config.ts';
import { skip } from '../support/skip.ts';
import { runningStack } from '../support/stack/running-stack.ts';

const API = Object.keys(apiSettings.fields);
const WORKER = Object.keys(workerSettings.fields);
const READ = [
  ['api', API],
  ['orchestrator', WORKER],
  ['solver', WORKER],
  ['temporal', []],
  ['mongod', []],
] as const;
/** Files of the stack; tests write into the same folder. */
const FILES = /^(ports|secrets|admin|stack)\.json$|^temporal\.db|^logs\/|^mongod\//;

describe('the processes of the stack', () => {
  it('are given no setting that only others read, and the servers none', async function () {
    if (process.platform !== 'linux')
      skip(this, { reason: 'Only Linux shows the environment of a process', remedy: 'Run it on Linux' });
    const { processes } = (await runningStack()).stack;
    const settings = [...API, ...WORKER];
    for (const [name, read] of READ) {
      const environment = await readFile(`/proc/${processes[name]?.pid}/environ`, 'utf8');
      const present = new Set(environment.split('\0').map((entry) => entry.split('=', 1)[0] ?? ''));
      const permitted: ReadonlySet<string> = new Set(read);
      assert.ok(present.has('PATH'), name);
      assert.equal(present.has('JWT_SECRET'), name === 'api', name);
      assert.deepEqual(
        settings.filter((key) => present.has(key) && !permitted.has(key)),
        [],
        name,
      );
    }
  });

  it('write files that only their owner can read', async () => {
    const folder = dirname(process.env['STACK_FILE'] ?? '');
    assert.equal((await stat(folder)).mode & 0o077, 0);
    const files = (await readdir(folder, { recursive: true })).filter((name) => FILES.test(name));
    for (const name of ['ports.json', 'temporal.db', 'logs/api.log', 'logs/solver.log'])
      assert.ok(files.includes(name), name);
    for (const name of files) {
      // The servers may remove files at any time.
      const stats = await stat(join(folder, name)).catch(() => undefined);
      assert.equal((stats?.mode ?? 0) & 0o077, 0, name);
    }
  });
});
