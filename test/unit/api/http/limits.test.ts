/** Quotas: how calls are counted, the text of a refusal, and which callers share a quota. */
import assert from 'node:assert/strict';
import { RateLimited } from '../../../../api/http/errors.ts';
import { createLimits } from '../../../../api/http/limits.ts';
import { createMetrics } from '../../../../api/http/metrics.ts';
import { memoryAudit } from '../../../support/stores/memory-accounts.ts';

describe('the solve quota', () => {
  const create = (solvesPerMinute: number) => {
    const audit = memoryAudit();
    const metrics = createMetrics();
    return { audit, metrics, solve: createLimits({ solvesPerMinute, audit, metrics }).solve };
  };

  it('counts down per user and then refuses with the time to wait', async () => {
    const { solve } = create(2);
    assert.deepEqual(await solve.consume('ada'), {
      'RateLimit-Policy': '"solve";q=2;w=60',
      RateLimit: '"solve";r=1;t=60',
    });
    await solve.consume('ada');
    await assert.rejects(solve.consume('ada'), (error) => {
      assert.ok(error instanceof RateLimited);
      const wait = Number(error.headers['Retry-After']);
      assert.ok(Number.isInteger(wait) && wait >= 1 && wait <= 60);
      assert.equal(error.headers['RateLimit'], `"solve";r=0;t=${wait}`);
      return true;
    });
    await solve.consume('bob');
  });

  it('shows the remaining quota without taking it, and accepts refunds', async () => {
    const { solve } = create(1);
    assert.match((await solve.peek('ada'))['RateLimit'] ?? '', /r=1/);
    await solve.consume('ada');
    await assert.rejects(solve.peek('ada'), RateLimited);
    await solve.refund('ada');
    assert.match((await solve.peek('ada'))['RateLimit'] ?? '', /r=1/);
  });

  it('counts every refusal and audits the first of a window', async () => {
    const { solve, audit, metrics } = create(1);
    await solve.consume('ada');
    for (let index = 0; index < 3; index += 1) await assert.rejects(solve.consume('ada'), RateLimited);
    const [entry, ...rest] = await audit.list({ limit: 10 });
    assert.equal(entry?.user_id, 'ada');
    assert.equal(rest.length, 0);
    assert.match(await metrics.registry.metrics(), /rate_limited_total\{policy="solve"\} 3/);
  });
});
