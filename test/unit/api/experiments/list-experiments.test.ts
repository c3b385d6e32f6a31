import assert from 'node:assert/strict';
import { tokenOf } from '../../../support/callers/accounts.ts';
import { startApp, type TestApp } from '../../../support/stack/app.ts';
import { noJobs } from '../../../support/stack/no-jobs.ts';

describe('the list of experiments', () => {
  const queries: unknown[] = [];
  let app: TestApp;
  before(async () => {
    const { experiments } = noJobs();
    const list = async (_: string, ...how: unknown[]) => {
      queries.push(how);
      return { experiments: [], total: 7 };
    };
    app = await startApp({ deps: { experiments: { ...experiments, list } } });
  });
  after(() => app.close());
  const get = async (query: string) =>
    app.call('GET', `/api/experiments${query}`, { token: await tokenOf(app.deps) });

  it('is of one status when asked for', async () => {
    const { status, body } = await get('?status=failed&limit=5&offset=5');
    assert.deepEqual([status, body.total], [200, 7]);
    assert.deepEqual(queries.pop(), [5, 5, 'failed']);
    await get('');
    assert.deepEqual(queries.pop(), [20, 0, undefined]);
  });
  it('knows no other status than runs have', async () => {
    assert.equal((await get('?status=done')).status, 422);
  });
});
