/** An experiment whose scenarios are runs of the model builder: seeds of outages. */
import assert from 'node:assert/strict';
import type { ScenarioView } from '../../api/experiments/scenario-view.ts';
import type { ExperimentSummary } from '../../api/experiments/summary-schema.ts';
import type { ApiClient } from '../support/callers/api-client.ts';
import { parseCsv } from '../support/callers/parse-csv.ts';
import { readExecution, startExecution, untilExecution } from '../support/callers/run-execution.ts';
import { scenariosOf, submitExperiment, untilExperiment } from '../support/callers/run-experiment.ts';
import { outageNetwork } from '../support/cases/outage-network.ts';
import { newUser, runningStack } from '../support/stack/running-stack.ts';

const SEEDS = 4;
const DAYS = 3;
const LIMIT_S = 240;
const options = { start: '2024-07-01', days: DAYS, look_ahead_h: 12 };
const run = {
  pcm_model_id: 'pcm-rolling',
  network_id: 'prone',
  solver: { id: 'highs', time_limit: 60, mip_gap: 0 },
  options,
};
const all = { name: 'outages', execution: run, seeds: { first: 1, count: SEEDS }, max_parallel: 2 };

describe('a Monte Carlo of runs', function () {
  this.timeout(600_000);
  let api: ApiClient;
  before(async () => {
    api = await newUser(await runningStack());
    const { status, body } = await api.request('PUT', '/api/networks/prone', { body: outageNetwork() });
    assert.equal(status, 201, JSON.stringify(body));
  });

  const get = async <T>(id: string, path: string): Promise<T> => {
    const { status, body } = await api.request<T>('GET', `/api/experiments/${id}/${path}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  let calm: readonly ScenarioView[] = [];

  it(`of ${SEEDS} seeds has a run for each, their adequacy, and a table`, async () => {
    const id = await submitExperiment(api, all);
    const status = await untilExperiment(api, id, undefined, LIMIT_S);
    assert.deepEqual([status.status, status.scenarios_failed], ['completed', 0], JSON.stringify(status));
    assert.deepEqual(
      [status.windows_total, status.windows_done, status.progress],
      [SEEDS * DAYS, SEEDS * DAYS, 100],
    );
    calm = await scenariosOf(api, id);
    assert.equal(new Set(calm.map(({ total_cost_usd }) => total_cost_usd)).size, SEEDS);
    for (const row of calm) {
      const execution = await readExecution(api, row.execution_id ?? '');
      assert.equal(execution.results?.total_cost_usd, row.total_cost_usd);
      assert.equal(execution.results?.totals?.unserved_mwh, row.unserved_mwh);
      assert.equal(execution.windows_done, DAYS);
      assert.ok((row.co2_t ?? 0) > 0);
    }
    const { monte_carlo } = await get<ExperimentSummary>(id, 'summary');
    const [group] = monte_carlo?.groups ?? [];
    assert.ok(group);
    const mean = calm.reduce((sum, row) => sum + (row.unserved_mwh ?? 0), 0) / SEEDS;
    assert.ok(mean > 0, 'nothing was ever short: the case shows nothing');
    assert.ok(Math.abs((group.eue_mwh?.per_run ?? 0) - mean) < 1e-5);
    assert.ok(Math.abs((group.eue_mwh?.per_year ?? 0) - (mean * 8760) / (24 * DAYS)) < 1e-3);
    assert.deepEqual([group.runs, group.runs_without_answer, group.unsolved_windows], [SEEDS, 0, 0]);
    const [header = [], ...lines] = parseCsv(await get<string>(id, 'results/download?format=csv'));
    const column = header.indexOf('unserved_hours');
    assert.deepEqual(
      lines.map((cells) => Number(cells[column])),
      calm.map(({ unserved_hours }) => unserved_hours),
    );
    const { body } = await api.request<{ total: number }>('GET', '/api/model-builder/executions');
    assert.equal(body.total, 0, 'scenarios are no runs of their own in lists');
  });

  it('has the cents of a run of its own with the same seed', async () => {
    const id = await startExecution(api, { ...run, options: { ...options, outage_seed: 2 } });
    const { results } = await untilExecution(api, id, undefined, LIMIT_S);
    const [same] = calm.filter(({ values }) => values['outage_seed'] === 2);
    assert.equal(results?.total_cost_usd, same?.total_cost_usd);
    assert.equal(results?.unserved_hours, same?.unserved_hours);
  });

  it('is cancelled with its runs', async () => {
    const seeds = { first: 1, count: 20 };
    const id = await submitExperiment(api, { ...all, seeds });
    await untilExperiment(api, id, ({ scenarios_running }) => scenarios_running > 0, LIMIT_S);
    assert.equal((await api.request('DELETE', `/api/experiments/${id}`)).status, 202);
    const status = await untilExperiment(api, id, undefined, LIMIT_S);
    assert.equal(status.status, 'cancelled');
    const rows = await scenariosOf(api, id);
    assert.ok(rows.every((row) => ['completed', 'cancelled'].includes(row.status)));
    const cancelled = rows.find((row) => row.status === 'cancelled');
    assert.equal((await readExecution(api, cancelled?.execution_id ?? '')).status, 'cancelled');
  });

  it('is refused with the field that is wrong', async () => {
    const refused = async (body: object) => {
      const reply = await api.request<{ detail: { loc: (string | number)[]; msg: string }[] }>(
        'POST',
        '/api/experiments/submit',
        { body },
      );
      assert.equal(reply.status, 422, JSON.stringify(reply.body));
      return reply.body.detail[0];
    };
    const { execution: _, seeds: __, ...bare } = all;
    assert.deepEqual((await refused(bare))?.loc, ['body', 'base_scenario_id']);
    assert.deepEqual((await refused({ ...bare, execution: run }))?.loc, ['body', 'scenario_matrix']);
    assert.deepEqual((await refused({ ...all, base_scenario_id: 'demo-24h' }))?.loc, ['body', 'execution']);
    const solver = { id: 'cbc' };
    assert.deepEqual((await refused({ ...all, execution: { ...run, solver } }))?.loc, [
      'body',
      'execution',
      'solver',
      'id',
    ]);
    const year = { ...run, options: { days: 366 } };
    const many = await refused({ ...all, execution: year, seeds: { count: 200 } });
    assert.match(many?.msg ?? '', /200 runs of 366 solves each are 73200; at most 40000 are accepted/);
  });
});
