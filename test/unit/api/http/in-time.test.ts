/** Requests that may be repeated are answered in time, whatever the service waits for. */
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ServiceUnavailable } from '../../../../api/http/errors.ts';
import { inTime, spentBefore, timeLeft } from '../../../../api/http/in-time.ts';

const KEYED = { 'Idempotency-Key': 'a' };
type Heeds = readonly ('Idempotency-Key' | 'Prefer')[] | undefined;

/** Remaining time of a request that arrived `spentMs` ago, and whose body occupied the event loop for `loopMs`. */
const remainingMs = (
  heeds: Heeds,
  headers: Record<string, string>,
  { spentMs = 0, loopMs = 0, mayWait = true, method = 'get' as 'get' | 'post' } = {},
) => {
  const get = (name: string) => headers[name] ?? '';
  const ms = timeLeft(
    heeds ? { method, heeds } : {},
    { get, state: { cameAt: performance.now() - spentMs, loopMs } },
    { mayWait },
  );
  // The remaining time must be an integer, since timers accept nothing else.
  assert.ok(ms === undefined || Number.isInteger(ms));
  return ms && Math.round(ms / 100) * 100;
};

describe('a request that is slow to be answered', () => {
  it('has three seconds when it is a submission with a key', () =>
    assert.equal(remainingMs(['Idempotency-Key'], KEYED), 3000));
  it('has the less time the later it began', () => {
    assert.equal(remainingMs(['Idempotency-Key'], KEYED, { spentMs: 2000 }), 1000);
    assert.equal(remainingMs(['Idempotency-Key'], KEYED, { spentMs: 20_000 }), 0);
  });
  it('keeps some time however long its body was parsed, to find the result of an earlier request', () => {
    assert.equal(remainingMs(['Idempotency-Key'], KEYED, { spentMs: 20_000, loopMs: 19_000 }), 2500);
    assert.equal(remainingMs(['Idempotency-Key'], KEYED, { spentMs: 20_000, loopMs: 300 }), 300);
  });
  it('is waited for when it may not be repeated', () => {
    const method = 'post';
    assert.equal(remainingMs(['Idempotency-Key'], {}, { method }), undefined);
    assert.equal(remainingMs(['Idempotency-Key', 'Prefer'], {}, { method }), undefined);
    assert.equal(remainingMs(undefined, KEYED), undefined);
  });
  it('has the wait that it asks for besides when it looks at a status', () => {
    assert.equal(remainingMs(['Prefer'], { Prefer: 'wait=20' }), 23_000);
    assert.equal(remainingMs(['Prefer'], { Prefer: 'wait=20' }, { mayWait: false }), 3000);
  });
  it('has spent the time of its process, unless it may take long: then its time begins in the thread', () => {
    const get = (name: string) => (name === 'x-spent-ms' ? '1200' : '');
    assert.equal(spentBefore({ method: 'get', heeds: ['Prefer'] }, { get }), 1200);
    assert.equal(spentBefore({ method: 'get' }, { get }), 0);
  });
  it('is refused for now when its time is over', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const refused = assert.rejects(inTime(4000, new Promise(() => undefined)), ServiceUnavailable);
      mock.timers.tick(4000);
      await refused;
    } finally {
      mock.timers.reset();
    }
  });
  it('is answered by the earlier work, and fails with it', async () => {
    assert.equal(await inTime(4000, Promise.resolve(7)), 7);
    await assert.rejects(inTime(4000, Promise.reject(new Error('broken'))), /broken/);
    assert.equal(await inTime(undefined, Promise.resolve(8)), 8);
  });
});
