/** The lines that users of Python paste, as they stand in the README of `api/client`, with the pandas of the day. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { threeBus } from '../support/cases/three-bus.ts';
import { pythonOfTests } from '../support/python.ts';
import { newUser, runningStack } from '../support/stack/running-stack.ts';

const README = new URL('../../../api/client/README.md', import.meta.url);
const LIMIT_MS = 240_000;
const run = promisify(execFile);

describe('the lines for a notebook', function () {
  this.timeout(2 * LIMIT_MS);

  it('read the prices of the last job', async function () {
    const python = await pythonOfTests();
    // What it lacks has been printed.
    if (python === undefined) return this.skip();
    const user = await newUser(await runningStack());
    const result = await user.result(await user.submit('scuc', threeBus()));
    const { body } = await user.request<{ api_key: string }>('POST', '/api/users/me/api-keys', {
      body: { name: `notebook ${randomUUID()}`, scopes: ['read'] },
    });
    const [, lines = ''] =
      /## In a notebook.+?```python\n(.+?)```/s.exec(await readFile(README, 'utf8')) ?? [];
    const program = `${lines}\nprint(prices.to_json(orient="columns"))\nprint(table(job, "dispatch")["dispatch_mw"].sum())`;
    const env = { ...process.env, GRID_URL: user.url, GRID_API_KEY: body.api_key };
    const { stdout } = await run(python, ['-c', program], { env, timeout: 60_000 });
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
