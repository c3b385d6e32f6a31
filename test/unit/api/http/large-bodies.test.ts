/** How many large requests one user may have under way. */
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { tokenOf } from '../../../support/callers/accounts.ts';
import { startApp, type TestApp } from '../../../support/stack/app.ts';
import { until } from '../../../support/until.ts';

const PATH = '/api/modules/power-flow/validate-lines';
const LARGE = { lines: [], nobody_reads: 'x'.repeat(2e6) };

describe('large requests of one user', function () {
  // Beside other tests a machine may take long over eight of them.
  this.timeout(60_000);
  let app: TestApp;
  let token: string;
  beforeEach(async () => {
    app = await startApp();
    token = await tokenOf(app.deps);
  });
  afterEach(() => app.close());

  const untilAnswered = (status: number): Promise<void> =>
    until(async () => (await app.call('POST', PATH, { token, body: LARGE })).status === status, 25_000);

  it('are refused with 429 while many are under way, small ones are not, and taken again afterwards', async () => {
    const headers = {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Content-Length': 2e6,
    };
    const open = Array.from({ length: 8 }, () =>
      request(`${app.url}${PATH}`, { method: 'POST', headers }).on('error', () => undefined),
    );
    for (const one of open) one.write('{');
    await untilAnswered(429);
    assert.equal((await app.call('POST', PATH, { token, body: { lines: [] } })).status, 200);
    for (const one of open) one.destroy();
    await untilAnswered(200);
  });
});
