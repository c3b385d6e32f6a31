/** The model builder over HTTP, on all processes: every model runs, months run in parallel, a year is cancelled. */
import assert from 'node:assert/strict';
import { createEngine } from '../../activities/engine/processes/create-engine.ts';
import { networkPayload } from '../../activities/rolling/network-payload.ts';
import type { Network } from '../../temporal/case/messages/stored-records.ts';
import type { ApiClient } from '../support/callers/api-client.ts';
import { joinedObjective } from '../support/callers/joined-execution.ts';
import { readExecution, startExecution, untilExecution } from '../support/callers/run-execution.ts';
import { newUser, runningStack } from '../support/stack/running-stack.ts';

const LIMIT_S = 240;
const highs = { id: 'highs' };

describe('the model builder over HTTP', function () {
  this.timeout(LIMIT_S * 1000);
  let api: ApiClient;
  before(async () => {
    api = await newUser(await runningStack());
  });

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
    it(`${pcm_model_id} finds the engine's result on its default network`, async () => {
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

  it('a case without a schedule is completed with its causes', async () => {
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

  it('months side by side are joined into the result of a serial run', async () => {
    const { body } = await api.request<Network>('GET', '/api/networks/rts24');
    await api.request('PUT', '/api/networks/winter', { body: { ...body, series_start: '2024-01-30' } });
    const drafted = { ...rolling, network_id: 'winter', options: { horizon: 96, parallel: true } };
    const [serial, whole] = [await run(rolling), await run(drafted)];
    for (const { status, windows_done, progress } of [serial, whole])
      assert.deepEqual([status, windows_done, progress], ['completed', 4, 100]);
    assert.deepEqual(
      whole.months?.map(({ start_time, windows_total, windows_done }) => [
        start_time?.slice(0, 10),
        windows_total,
        windows_done,
      ]),
      [
        ['2024-01-30', 2, 2],
        ['2024-02-01', 2, 2],
      ],
    );
    const [cost, serially] = [whole, serial].map(({ results }) => results?.objective_value ?? Number.NaN);
    assert.ok(cost !== undefined && serially !== undefined);
    assert.ok(Math.abs(cost - serially) <= 1e-3 * serially, `${cost} beside ${serially}`);
    const joined = await joinedObjective(api, whole.execution_id);
    assert.ok(Math.abs(joined - cost) < 1e-6 * joined);
  });

  it('a year is accepted, and ends when it is cancelled', async () => {
    const id = await startExecution(api, { ...rolling, options: { horizon: 8760 } });
    const execution = await untilExecution(api, id, ({ progress }) => progress >= 1, LIMIT_S);
    assert.deepEqual([execution.status, execution.windows_total, execution.results], ['running', 365, null]);
    assert.equal((await api.request('DELETE', `/api/model-builder/executions/${id}`)).status, 202);
    assert.equal((await untilExecution(api, id)).status, 'cancelled');
    assert.equal((await api.request('DELETE', `/api/model-builder/executions/${id}`)).status, 409);
    assert.equal((await readExecution(api, id)).error?.code, 'CANCELLED');
  });
});
