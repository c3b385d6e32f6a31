/** The lines that users of Python paste, as they stand in the README, with the pandas of the day. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { threeBus } from '../support/cases/three-bus.ts';
import { newUser, runningStack } from '../support/stack/running-stack.ts';

const README = new URL('../../../README.md', import.meta.url);
const PACKAGES = ['pandas==3.1.1', 'requests==2.34.2'];
const LIMIT_MS = 240_000;
const run = promisify(execFile);

describe('the lines for a notebook', function () {
  this.timeout(2 * LIMIT_MS);
  let folder: string;
  before(async function () {
    folder = await mkdtemp(join(tmpdir(), 'grid-notebook-'));
    try {
      await run('python3', ['-m', 'venv', folder], { timeout: LIMIT_MS });
      await run(join(folder, 'bin', 'pip'), ['install', '--quiet', ...PACKAGES], { timeout: LIMIT_MS });
    } catch (error) {
      const reason = `Python with ${PACKAGES.join(', ')} cannot be had here: ${(error as Error).message}`;
      process.stdout.write(`    ${reason.split('\n')[0]}\n`);
      this.skip();
    }
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('read the prices of the last job', async () => {
    const user = await newUser(await runningStack());
    const result = await user.result(await user.submit('scuc', threeBus()));
    const { body } = await user.request<{ api_key: string }>('POST', '/api/users/me/api-keys', {
      body: { name: `notebook ${randomUUID()}`, scopes: ['read'] },
    });
    const [, lines = ''] =
      /### In a notebook.+?```python\n(.+?)```/s.exec(await readFile(README, 'utf8')) ?? [];
    const program = `${lines}\nprint(prices.to_json(orient="columns"))\nprint(table(job, "dispatch")["dispatch_mw"].sum())`;
    const env = { ...process.env, GRID_URL: user.url, GRID_API_KEY: body.api_key };
    const { stdout } = await run(join(folder, 'bin', 'python'), ['-c', program], { env, timeout: 60_000 });
    const [prices = '', energy] = stdout.split('\n');
    const columns: Record<string, Record<string, number>> = JSON.parse(prices);
    assert.deepEqual(Object.keys(columns).sort(), Object.keys(result.lmp).sort());
    for (const [bus, hours] of Object.entries(columns))
      assert.deepEqual(Object.values(hours), result.lmp[bus]);
    const total = Object.values(result.dispatch_mw)
      .flat()
      .reduce((sum, mw) => sum + mw, 0);
    assert.ok(Math.abs(Number(energy) - total) < 1e-6);
  });
});
