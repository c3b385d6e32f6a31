/** The model builder over HTTP, on all processes: every model runs, a rolling horizon is killed and cancelled. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { createEngine } from '../../activities/engine/run/create-engine.ts';
import { networkPayload } from '../../activities/rolling/network-payload.ts';
import type { Network } from '../../temporal/case/messages/network-record.ts';
import type { ApiClient } from '../support/callers/api-client.ts';
import { joinedObjective } from '../support/callers/joined-execution.ts';
import { readExecution, startExecution, untilExecution } from '../support/callers/run-execution.ts';
import { untilReady } from '../support/stack/kill-in-turn.ts';
import { type PrivateStack, privateStack } from '../support/stack/private-stack.ts';

const LIMIT_S = 240;
const highs = { id: 'highs' };

describe('the model builder over HTTP', function () {
  this.timeout(LIMIT_S * 1000);
  let running: PrivateStack;
  let started: PrivateStack | undefined;
  let api: ApiClient;
  before(async () => {
    started = await privateStack();
    running = started;
    api = started.admin;
  });
  after(() => started?.stop());

  const run = async (body: object) =>
    untilExecution(api, await startExecution(api, body), undefined, LIMIT_S);
  const rolling = {
    pcm_model_id: 'pcm-rolling',
    solver: highs,
    network_id: 'rts24',
    options: { horizon: 96 },
  };

  for (const [pcm_model_id, jobType, network] of [
    ['uc-standard', 'uc', 'demo-24h'],
    ['scuc-dc', 'scuc', 'demo-6bus'],
    ['ed-hourly', 'ed', 'demo-24h'],
  ] as const) {
    it(`${pcm_model_id} finds on its default network what the engine finds`, async () => {
      const { status, network_id, results, windows_total } = await run({ pcm_model_id, solver: highs });
      assert.deepEqual([status, network_id, windows_total], ['completed', network, 1]);
      const { body } = await api.request<Network>('GET', `/api/networks/${network}`);
      const secure = jobType === 'scuc';
      const payload = networkPayload(body, { horizon: 24, withNetwork: secure, nMinus1: secure });
      const watch = { signal: new AbortController().signal, onProgress() {}, onIncumbent() {} };
      const request = { jobType, payload, solver: 'highs', timeLimitS: 60, mipGap: 0.001 } as const;
      const alone = await createEngine({ memoryMb: 1024 })(request, watch);
      assert.equal(results?.termination_status, 'OPTIMAL');
      const difference = Math.abs((results.objective_value ?? 0) - (alone.objective_value ?? 1));
      assert.ok(difference <= 0.002 * (alone.objective_value ?? 0));
      const { energy_usd, no_load_usd, startup_usd } = results.totals ?? {
        energy_usd: 0,
        no_load_usd: 0,
        startup_usd: 0,
      };
      assert.ok(Math.abs(energy_usd + no_load_usd + startup_usd - (results.total_cost_usd ?? 0)) < 1e-6);
    });
  }

  it('a case without a schedule is completed and says why', async () => {
    const { body } = await api.request<Network>('GET', '/api/networks/demo-24h');
    const loads = body.loads.map((load) => ({ ...load, values: load.values.map((mw) => 3 * mw) }));
    await api.request('PUT', '/api/networks/short', { body: { ...body, loads } });
    const { status, results } = await run({
      pcm_model_id: 'uc-standard',
      solver: highs,
      network_id: 'short',
    });
    assert.deepEqual(
      [status, results?.termination_status, results?.objective_value],
      ['completed', 'INFEASIBLE', null],
    );
    assert.match(results?.message ?? '', /Hour \d+/);
  });

  it('a rolling horizon that is killed twice ends with the cost of one that is not, and its days fit together', async () => {
    const whole = await run(rolling);
    assert.deepEqual([whole.status, whole.windows_done, whole.progress], ['completed', 4, 100]);
    const id = await startExecution(api, rolling);
    for (const [victim, done] of [
      ['solver', 1],
      ['orchestrator', 2],
    ] as const) {
      await untilExecution(api, id, ({ windows_done }) => windows_done >= done, LIMIT_S);
      await delay(300);
      running.kill(victim);
      await untilReady(running);
    }
    const killed = await untilExecution(api, id, undefined, LIMIT_S);
    assert.deepEqual(killed.results?.objective_value, whole.results?.objective_value);
    assert.deepEqual(killed.results?.totals, whole.results?.totals);
    const joined = await joinedObjective(api, id);
    assert.ok(Math.abs(joined - (killed.results?.objective_value ?? 0)) < 1e-6 * joined);
  });

  it('months side by side, killed twice, are joined into what a serial run comes to', async () => {
    const { body } = await api.request<Network>('GET', '/api/networks/rts24');
    await api.request('PUT', '/api/networks/winter', { body: { ...body, series_start: '2024-01-29' } });
    const drafted = { ...rolling, network_id: 'winter', options: { horizon: 144, parallel: true } };
    const [serial, whole] = [await run({ ...rolling, options: { horizon: 144 } }), await run(drafted)];
    assert.deepEqual([whole.status, whole.windows_done], ['completed', 6]);
    assert.deepEqual(
      whole.months?.map(({ start_time, windows_total, windows_done }) => [
        start_time?.slice(0, 10),
        windows_total,
        windows_done,
      ]),
      [
        ['2024-01-29', 3, 3],
        ['2024-02-01', 3, 3],
      ],
    );
    const id = await startExecution(api, drafted);
    for (const victim of ['solver', 'orchestrator'] as const) {
      await untilExecution(api, id, ({ progress }) => progress > (victim === 'solver' ? 10 : 40), LIMIT_S);
      running.kill(victim);
      await untilReady(running);
    }
    const killed = await untilExecution(api, id, undefined, LIMIT_S);
    assert.deepEqual(killed.results?.totals, whole.results?.totals);
    const [cost, serially] = [whole, serial].map(({ results }) => results?.objective_value ?? Number.NaN);
    assert.ok(cost !== undefined && serially !== undefined);
    assert.ok(Math.abs(cost - serially) <= 1e-3 * serially, `${cost} beside ${serially}`);
    const joined = await joinedObjective(api, id);
    assert.ok(Math.abs(joined - cost) < 1e-6 * joined);
  });

  it('a year is accepted, and ends when it is cancelled', async () => {
    const id = await startExecution(api, { ...rolling, options: { horizon: 8760 } });
    const seen = await untilExecution(api, id, ({ progress }) => progress >= 1, LIMIT_S);
    assert.deepEqual([seen.status, seen.windows_total, seen.results], ['running', 365, null]);
    assert.equal((await api.request('DELETE', `/api/model-builder/executions/${id}`)).status, 202);
    assert.equal((await untilExecution(api, id)).status, 'cancelled');
    assert.equal((await api.request('DELETE', `/api/model-builder/executions/${id}`)).status, 409);
    assert.equal((await readExecution(api, id)).error?.code, 'CANCELLED');
  });
});
