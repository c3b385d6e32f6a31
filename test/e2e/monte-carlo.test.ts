/** An experiment whose scenarios are runs of the model builder: seeds of outages, on processes that are killed. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { ScenarioView } from '../../api/experiments/scenario-view.ts';
import type { ExperimentSummary } from '../../api/experiments/summary-schema.ts';
import type { ApiClient } from '../support/callers/api-client.ts';
import { parseCsv } from '../support/callers/parse-csv.ts';
import { readExecution, startExecution, untilExecution } from '../support/callers/run-execution.ts';
import { experimentStatus, untilExperiment } from '../support/callers/run-experiment.ts';
import { outageNetwork } from '../support/cases/outage-network.ts';
import { killInTurn } from '../support/stack/kill-in-turn.ts';
import { type PrivateStack, privateStack } from '../support/stack/private-stack.ts';

const SEEDS = 6;
const DAYS = 3;
const KILLS = 5;
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
  let running: PrivateStack | undefined;
  let api: ApiClient;
  before(async () => {
    running = await privateStack();
    api = running.admin;
    const { status, body } = await api.request('PUT', '/api/networks/prone', { body: outageNetwork() });
    assert.equal(status, 201, JSON.stringify(body));
  });
  after(() => running?.stop());

  async function submit(body: object): Promise<string> {
    const reply = await api.request<{ experiment_id: string }>('POST', '/api/experiments/submit', { body });
    assert.equal(reply.status, 202, JSON.stringify(reply.body));
    return reply.body.experiment_id;
  }
  const get = async <T>(id: string, path: string): Promise<T> => {
    const { status, body } = await api.request<T>('GET', `/api/experiments/${id}/${path}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const rowsOf = async (id: string) =>
    (await get<{ scenarios: ScenarioView[] }>(id, 'scenarios?limit=200')).scenarios;
  const found = (rows: readonly ScenarioView[]) =>
    rows.map((row) => [
      row.values['outage_seed'],
      row.total_cost_usd,
      row.penalty_usd,
      row.unserved_mwh,
      row.unserved_hours,
      row.unserved_days,
      row.co2_t,
      row.startups,
    ]);
  let calm: readonly ScenarioView[] = [];

  it(`of ${SEEDS} seeds has a run for each, their adequacy, and a table`, async () => {
    const id = await submit(all);
    const status = await untilExperiment(api, id, undefined, LIMIT_S);
    assert.deepEqual([status.status, status.scenarios_failed], ['completed', 0], JSON.stringify(status));
    assert.deepEqual([status.windows_total, status.windows_done, status.progress], [18, 18, 100]);
    calm = await rowsOf(id);
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

  it(`loses nothing through ${KILLS} kills of its processes, and costs the same`, async () => {
    assert.ok(running);
    const id = await submit(all);
    let isOn = true;
    const killing = killInTurn(running, { count: KILLS, pause: () => 300, isOn: () => isOn });
    const ended = async () => {
      const status = await experimentStatus(api, id).catch(() => undefined);
      return status && ['completed', 'failed', 'cancelled'].includes(status.status) ? status : undefined;
    };
    const until = Date.now() + LIMIT_S * 1000;
    let status = await ended();
    while (!status && Date.now() < until) {
      await delay(300);
      status = await ended();
    }
    isOn = false;
    const kills = await killing;
    assert.ok(kills.length > 1, `${kills.length} kills: it was over before it could be killed`);
    assert.deepEqual([status?.status, status?.scenarios_completed], ['completed', SEEDS]);
    assert.deepEqual(found(await rowsOf(id)), found(calm));
  });

  it('is cancelled with its runs', async () => {
    const seeds = { first: 1, count: 20 };
    const id = await submit({ ...all, seeds });
    await untilExperiment(api, id, ({ scenarios_running }) => scenarios_running > 0, LIMIT_S);
    assert.equal((await api.request('DELETE', `/api/experiments/${id}`)).status, 202);
    const status = await untilExperiment(api, id, undefined, LIMIT_S);
    assert.equal(status.status, 'cancelled');
    const rows = await rowsOf(id);
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
