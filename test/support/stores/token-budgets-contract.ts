/** Contract of token budgets, run against MongoDB and in memory. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DEFAULT_BUDGETS } from '../../../api/analyst/budgets/limits.ts';
import { createTokenBudgets, type TokenBudgets } from '../../../api/analyst/budgets/token-budgets.ts';
import { RateLimited } from '../../../api/http/errors.ts';
import { createMetrics } from '../../../api/http/metrics.ts';
import type { AccessLevel } from '../../../api/http/principal.ts';
import type { TokenBudgetStore } from '../../../mongo/token-budgets.ts';
import { random } from '../cases/random.ts';
import { memoryAudit } from './memory-accounts.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3600 * 1000;
const CLIENTS = 4;
/** A time in the future: MongoDB deletes expired budgets by its own clock. */
const START = Date.parse('2126-03-01T00:00:10Z');

/** Tests the contract. `store(n)`: store of client n; all clients count in the same place. */
export function tokenBudgetsContract(store: (client: number) => TokenBudgetStore): void {
  let user = '';
  let clock = START;
  let audit: ReturnType<typeof memoryAudit>;
  let metrics: ReturnType<typeof createMetrics>;
  const client = (n = 0, budgets = DEFAULT_BUDGETS): TokenBudgets =>
    createTokenBudgets({
      budgets,
      store: store(n),
      audit,
      metrics,
      log: { warn: () => assert.fail('nothing to warn of') },
      now: () => new Date(clock),
    });
  beforeEach(() => {
    user = randomUUID();
    clock = START;
    audit = memoryAudit();
    metrics = createMetrics();
  });
  const reserve = (tokens: number, level: AccessLevel = 'basic', n = 0) =>
    client(n).reserve(user, level, tokens);
  const refused = async (tokens: number, level: AccessLevel = 'basic'): Promise<RateLimited['headers']> => {
    const error = await reserve(tokens, level).catch((thrown: unknown) => thrown);
    assert.ok(error instanceof RateLimited, `expected a refusal, not ${error}`);
    return error.headers;
  };

  it('hold so many requests a minute, and say when the minute ends', async () => {
    for (let n = 0; n < 10; n += 1) await (await reserve(1, 'basic', n % CLIENTS)).settle(1);
    clock += 18_500;
    const headers = await refused(1);
    assert.equal(headers['Retry-After'], '42');
    assert.equal(headers['RateLimit'], '"ai-requests-minute";r=0;t=42');
    assert.equal(headers['RateLimit-Policy'], '"ai-requests-minute";q=10;w=60');
    clock = START + MINUTE_MS;
    await reserve(1);
  });

  it('hold so many tokens a minute, reserved before and settled after', async () => {
    const first = await reserve(6000);
    const headers = await refused(6000);
    assert.equal(headers['RateLimit'], '"ai-tokens-minute";r=4000;t=60');
    await first.settle(4000);
    await (await reserve(6000, 'basic', 1)).settle(5000);
    await refused(1001);
    await reserve(1000);
  });

  it('count what an answer used beyond its reservation', async () => {
    await (await reserve(1000)).settle(9500);
    await refused(600);
    await reserve(500);
  });

  it('settle once, whatever is settled again', async () => {
    const reservation = await reserve(6000);
    await reservation.settle(5000);
    await reservation.settle(0);
    await refused(5001);
  });

  it('let an answer take more while there is some, and settle all of it at once', async () => {
    const answer = await reserve(3000);
    assert.equal(await answer.extend(4000), true);
    assert.equal(await answer.extend(4000), false);
    await refused(3001);
    await answer.settle(3500);
    await refused(6501);
    await reserve(6500);
  });

  it('count one request however often an answer takes more', async () => {
    for (let n = 0; n < 10; n += 1) assert.ok(await (await reserve(1)).extend(1));
    const headers = await refused(1);
    assert.match(headers['RateLimit'] ?? '', /^"ai-requests-minute"/);
  });

  it('hold so many tokens a day, and say when the day ends', async () => {
    for (let minute = 0; minute < 5; minute += 1) {
      await (await reserve(10_000)).settle(10_000);
      clock += MINUTE_MS;
    }
    const headers = await refused(1);
    assert.equal(headers['Retry-After'], String((DAY_MS - 5 * MINUTE_MS) / 1000));
    assert.match(headers['RateLimit'] ?? '', /^"ai-tokens-day";r=0;/);
    clock = START + DAY_MS;
    await reserve(10_000);
  });

  it('take nothing for what they refuse', async () => {
    await (await reserve(9000)).settle(9000);
    for (let n = 0; n < 20; n += 1) await refused(2000);
    for (let n = 0; n < 9; n += 1) await (await reserve(100)).settle(100);
    await refused(1);
  });

  it('leave a reservation that nobody settles to the end of its minute, and settle nothing of the next', async () => {
    const lost = await reserve(10_000);
    await refused(1);
    clock += MINUTE_MS;
    await reserve(6000);
    await lost.settle(0);
    await refused(4001);
    await reserve(4000);
  });

  it('let what is larger than a window have all of it', async () => {
    const large = await reserve(25_000);
    await refused(1);
    await large.settle(9000);
    await refused(25_000);
    await reserve(1000);
  });

  it('differ by access level, whose change counts at once, and know none for none', async () => {
    await (await reserve(10_000, 'basic')).settle(10_000);
    await refused(1, 'basic');
    await reserve(30_000, 'standard');
    await refused(1, 'standard');
    await reserve(80_000, 'premium');
    await assert.rejects(reserve(1, 'none'), { status: 403 });
    assert.deepEqual(
      (['none', 'basic', 'standard', 'premium'] as const).map((level) => client().maxOutput(level)),
      [0, 1024, 2048, 4096],
    );
  });

  it('are of one user each', async () => {
    await reserve(10_000);
    await refused(1);
    await client().reserve(randomUUID(), 'basic', 10_000);
  });

  it('count every refusal and audit the first until the window ends', async () => {
    await reserve(10_000);
    for (let n = 0; n < 3; n += 1) await refused(1);
    assert.deepEqual(audit.events(), ['rate_limited']);
    const [entry] = await audit.list({ limit: 1 });
    assert.equal(entry?.user_id, user);
    assert.equal(entry?.details['policy'], 'ai-tokens-minute');
    assert.match(await metrics.registry.metrics(), /rate_limited_total\{policy="ai-tokens-minute"\} 3/);
    clock += MINUTE_MS;
    await reserve(10_000);
    await refused(1);
    assert.deepEqual(audit.events(), ['rate_limited', 'rate_limited']);
  });

  it('never exceed a budget by more than answers exceed their reservations, over 1,000 calls of 4 clients', async () => {
    const [perMinute, perDay, largest] = [40_000, 150_000, 3000];
    const limits = { requests_per_minute: 1e6, tokens_per_minute: perMinute, max_output: 1 };
    const standard = { ...limits, tokens_per_day: perDay };
    const clients = Array.from({ length: CLIENTS }, (_, n) => client(n, { ...DEFAULT_BUDGETS, standard }));
    const { integer } = random(7);
    const total = { spent: 0, beyond: 0, refused: 0 };
    for (let minute = 0; minute < 5; minute += 1) {
      const spending = { spent: 0, beyond: 0 };
      const calls = async (budgets: TokenBudgets): Promise<void> => {
        for (let n = 0; n < 10; n += 1) {
          const reserved = integer(500, largest);
          const used = integer(0, reserved) + (integer(1, 50) === 1 ? reserved : 0);
          const reservation = await budgets.reserve(user, 'standard', reserved).catch(() => undefined);
          if (reservation) {
            spending.spent += used;
            spending.beyond += Math.max(0, used - reserved);
            await nextTurn();
            await reservation.settle(used);
          } else total.refused += 1;
        }
      };
      await Promise.all(clients.flatMap((each) => Array.from({ length: 5 }, () => calls(each))));
      total.spent += spending.spent;
      total.beyond += spending.beyond;
      assert.ok(spending.spent <= perMinute + spending.beyond, `${spending.spent} in minute ${minute}`);
      if (minute < 3) assert.ok(spending.spent > perMinute - largest, `only ${spending.spent}`);
      clock += MINUTE_MS;
    }
    assert.ok(total.spent <= perDay + total.beyond, `${total.spent} in a day`);
    assert.ok(total.spent > perDay - largest, `only ${total.spent} in a day`);
    assert.ok(total.refused > 100);
  }).timeout(60_000);
}
