/** No client hangs while a process is alive but silent: requests are refused in time, or answered without it. */
import assert from 'node:assert/strict';
import { type ApiClient, SOLVE } from '../../support/callers/api-client.ts';
import { payload } from '../../support/cases/payloads.ts';
import type { PrivateStack } from '../../support/stack/private-stack.ts';
import { untilWhole } from '../../support/stack/private-stack.ts';
import { newUser } from '../../support/stack/running-stack.ts';
import { stackToKill } from '../../support/stack/stack-to-kill.ts';
import { until } from '../../support/until.ts';
import { watchUrl } from '../../support/watching/scrape.ts';

/** Limit for any reply, whatever is down, ms. */
const NO_HANG_MS = 5000;

interface Readiness {
  readonly status: string;
  readonly checks: Readonly<Record<string, string>>;
}

describe('while a process is silent', function () {
  this.timeout(240_000);
  let running: PrivateStack;
  let api: ApiClient;
  before(async () => {
    running = await stackToKill();
    api = await newUser(running);
  });

  type Name = Parameters<PrivateStack['freeze']>[0];
  async function frozen(names: readonly Name[], test: () => Promise<void>): Promise<void> {
    for (const name of names) running.freeze(name);
    try {
      await test();
    } finally {
      for (const name of names) running.thaw(name);
    }
    await untilWhole(running);
  }

  for (const [name, check, expected] of [
    ['solver', 'solver', 502],
    ['temporal', 'temporal', 502],
    ['mongod', 'mongo', 503],
  ] as const) {
    it(`a submission is refused within five seconds without ${name}, and nothing is stored`, async () => {
      const before = await api.request<{ total: number }>('GET', SOLVE);
      await frozen([name], async () => {
        const began = Date.now();
        const body = { scenario_id: `down-${name}`, payload: payload() };
        const reply = await api.request('POST', `${SOLVE}/uc`, { body });
        assert.ok(Date.now() - began < NO_HANG_MS, `took ${Date.now() - began} ms`);
        assert.equal(reply.status, expected, JSON.stringify(reply.body));
        const ready = await fetch(new URL('/health/ready', running.stack.api_url));
        assert.equal(ready.status, 503);
        assert.notEqual(((await ready.json()) as Readiness).checks[check], 'ok');
        assert.equal((await fetch(new URL('/health', running.stack.api_url))).status, 200);
      });
      const after = await api.request<{ total: number }>('GET', SOLVE);
      assert.equal(after.body.total, before.body.total);
    });
  }

  it('status and results are answered without workers', async () => {
    const jobId = await api.submit('uc', payload());
    await api.wait(jobId);
    await frozen(['orchestrator', 'solver'], async () => {
      assert.equal((await api.status(jobId)).status, 'completed');
      assert.equal((await api.request('GET', `${SOLVE}/${jobId}/results`)).status, 200);
    });
  });

  it('a worker reports that it cannot work without its database', async () => {
    const url = await watchUrl(running.stack, 'orchestrator');
    await frozen(['mongod'], async () => {
      let readiness: Readiness | undefined;
      // Health reports are cached for a second.
      await until(async () => {
        const ready = await fetch(`${url}/health/ready`);
        readiness = (await ready.json()) as Readiness;
        return ready.status === 503;
      });
      assert.equal(readiness?.status, 'unavailable');
      assert.match(readiness.checks['mongo'] ?? '', /^(no answer within 2 s|unreachable)$/);
      assert.equal((await fetch(`${url}/metrics`)).status, 200);
    });
  });
});
