/** Requests that may be repeated are answered in time, whatever the service waits for. */
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ServiceUnavailable } from '../../../../api/http/errors.ts';
import { inTime } from '../../../../api/http/handle-request.ts';

const KEYED = { 'idempotency-key': 'a' };

describe('a request that is slow to be answered', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  const slow = (
    heeds: readonly ['Idempotency-Key' | 'Prefer'] | undefined,
    headers: Record<string, string>,
    spentMs = 0,
  ) => {
    let state = 'open';
    const asked = { route: heeds ? { heeds } : {}, header: (name: string) => headers[name], spentMs };
    inTime(asked, new Promise<never>(() => undefined)).catch((error: unknown) => {
      state = error instanceof ServiceUnavailable ? 'refused' : String(error);
    });
    return async (ms: number) => {
      mock.timers.tick(ms);
      for (let n = 0; n < 5; n++) await Promise.resolve();
      return state;
    };
  };

  it('is refused for now after five seconds when it is a submission with a key', async () => {
    const ending = slow(['Idempotency-Key'], KEYED);
    assert.equal(await ending(4999), 'open');
    assert.equal(await ending(1), 'refused');
  });
  it('has the less time the later it began', async () => {
    assert.equal(await slow(['Idempotency-Key'], KEYED, 2000)(3000), 'refused');
  });
  it('has some time left however late it began, to find what an earlier request has done', async () => {
    const ending = slow(['Idempotency-Key'], KEYED, 20_000);
    assert.equal(await ending(2499), 'open');
    assert.equal(await ending(1), 'refused');
  });
  it('is waited for when it may not be repeated', async () => {
    assert.equal(await slow(['Idempotency-Key'], {})(600_000), 'open');
    assert.equal(await slow(undefined, KEYED)(600_000), 'open');
  });
  it('has the wait that it asks for besides when it looks at a status', async () => {
    const ending = slow(['Prefer'], { prefer: 'wait=20' });
    assert.equal(await ending(24_999), 'open');
    assert.equal(await ending(1), 'refused');
  });
  it('is answered by what comes before, and fails as that does', async () => {
    const asked = { route: { heeds: ['Prefer'] as const }, header: () => undefined, spentMs: 0 };
    assert.equal(await inTime(asked, Promise.resolve(7)), 7);
    await assert.rejects(inTime(asked, Promise.reject(new Error('broken'))), /broken/);
  });
});
