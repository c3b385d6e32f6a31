/** The limit of stored bytes per user: when it refuses, and how it is shown. */
import assert from 'node:assert/strict';
import { createStorage, type Storage } from '../../../../api/http/limits.ts';
import { tokenOf } from '../../../support/callers/accounts.ts';
import { payload } from '../../../support/cases/payloads.ts';
import { studyNetwork } from '../../../support/cases/study-network.ts';
import { startApp, type TestApp } from '../../../support/stack/app.ts';
import { memorySolves } from '../../../support/stores/memory-solves.ts';

const storage = (bytes: number, queries: string[] = []): Storage =>
  createStorage(
    { MAX_STORED_MB: 2, JOB_RETENTION_DAYS: 30 },
    {
      of: async (userId) => {
        queries.push(userId);
        return bytes;
      },
    },
  );

describe('the storage of a user', () => {
  it('is read once for many questions', async () => {
    const queries: string[] = [];
    const counted = storage(1_999_999, queries);
    for (const user of ['ann', 'ann', 'bob', 'ann']) await counted.requireSpace(user);
    assert.deepEqual(queries, ['ann', 'bob']);
    assert.equal(counted.mostBytes, 2_000_000);
  });

  describe('over HTTP', () => {
    let app: TestApp;
    afterEach(() => app.close());
    const put = async (path: string, body: object) =>
      app.call('PUT', path, { body, token: await tokenOf(app.deps) });

    it('leaves room below the bound', async () => {
      app = await startApp({ deps: { ...memorySolves().deps, storage: storage(1_999_999) } });
      assert.equal((await put('/api/scenarios/mine', { payload: payload() })).status, 201);
    });

    for (const [path, body] of [
      ['/api/scenarios/mine', { payload: payload() }],
      ['/api/networks/mine', studyNetwork()],
    ] as const) {
      it(`refuses PUT ${path} at the limit, with its value and a way to get below it`, async () => {
        app = await startApp({ deps: { ...memorySolves().deps, storage: storage(2_000_000) } });
        const { status, headers, body: refusal } = await put(path, body);
        assert.equal(status, 429, JSON.stringify(refusal));
        assert.equal(
          refusal.detail,
          'You have stored 2.0 MB of the 2 MB allowed: delete scenarios or networks, or wait until finished runs ' +
            'are deleted, 30 days after their end',
        );
        assert.match(headers.get('retry-after') ?? '', /^\d+$/);
      });
    }
  });
});
