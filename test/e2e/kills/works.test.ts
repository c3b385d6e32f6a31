/** Experiments and runs end with the same results although processes are killed meanwhile. */
import assert from 'node:assert/strict';
import type { Report } from '../../../api/model-builder/report-schema.ts';
import type { ConnectionResults } from '../../../temporal/case/messages/connection.ts';
import type { Network } from '../../../temporal/case/messages/stored-records.ts';
import type { ApiClient } from '../../support/callers/api-client.ts';
import { joinedObjective } from '../../support/callers/joined-execution.ts';
import { parseCsv } from '../../support/callers/parse-csv.ts';
import { persist } from '../../support/callers/persist.ts';
import { readExecution, startExecution, untilExecution } from '../../support/callers/run-execution.ts';
import {
  experimentStatus,
  scenariosOf,
  submitExperiment,
  untilExperiment,
} from '../../support/callers/run-experiment.ts';
import { outageNetwork } from '../../support/cases/outage-network.ts';
import { surprisingNetwork } from '../../support/cases/surprising-network.ts';
import { isFullSize } from '../../support/full-size.ts';
import { type KillAt, underKills, VICTIMS, type Work } from '../../support/stack/kill-in-turn.ts';
import type { PrivateStack } from '../../support/stack/private-stack.ts';
import { newUser, processOf } from '../../support/stack/running-stack.ts';
import { solverRuns } from '../../support/stack/solver-log.ts';
import { stackToKill } from '../../support/stack/stack-to-kill.ts';

const SCENARIOS = isFullSize ? 9 : 4;
const MAX_PARALLEL = 2;
const SEEDS = 3;
const LIMIT_S = 240;
const highs = { id: 'highs', time_limit: 60, mip_gap: 0 };
const rolling = { pcm_model_id: 'pcm-rolling', solver: { id: 'highs' } };

describe('work whose processes are killed', function () {
  this.timeout(2 * LIMIT_S * 1000);
  let running: PrivateStack;
  let api: ApiClient;
  before(async () => {
    running = await stackToKill();
    api = await newUser(running);
    const { body: rts24 } = await api.request<Network>('GET', '/api/networks/rts24');
    const winter = { ...rts24, series_start: '2024-01-30' };
    for (const [id, body] of Object.entries({
      winter,
      prone: outageNetwork(),
      surprising: surprisingNetwork(),
    })) {
      const { status, body: reply } = await api.request('PUT', `/api/networks/${id}`, { body });
      assert.equal(status, 201, JSON.stringify(reply));
    }
  });

  const anExperiment = (body: object): Work => ({
    begin: () => submitExperiment(api, { max_parallel: MAX_PARALLEL, ...body }),
    async look(id) {
      const { status, scenarios_completed, scenarios_running, windows_done } = await experimentStatus(
        api,
        id,
      );
      assert.ok(scenarios_running <= MAX_PARALLEL, `${scenarios_running} at once`);
      return { status, done: windows_done ?? scenarios_completed };
    },
  });
  const aRun = (body: object): Work => ({
    begin: () => startExecution(api, body),
    async look(id) {
      const { status, windows_done, months = [], real_time } = await readExecution(api, id);
      const inMonths = months.reduce((sum, month) => sum + month.windows_done, 0);
      return { status, done: real_time?.hours_done ?? Math.max(windows_done, inMonths) };
    },
  });
  const aStudy = (body: object): Work => ({
    async begin() {
      const { status, body: study } = await api.request<{ study_id: string }>(
        'POST',
        '/api/connection-studies',
        { body },
      );
      assert.equal(status, 202, JSON.stringify(study));
      return study.study_id;
    },
    async look(id) {
      const path = `/api/connection-studies/${id}`;
      const { body } = await persist(() => api.request<{ status: string; parts_done: number }>('GET', path));
      return { status: body.status, done: body.parts_done };
    },
  });
  const uninterrupted = async (body: object) => {
    const run = await untilExecution(api, await startExecution(api, body), undefined, LIMIT_S);
    assert.equal(run.status, 'completed', JSON.stringify(run.error));
    return run;
  };
  /** Kills of all processes at different times, so that work proceeds between them. */
  const all = (marks: readonly number[]): readonly KillAt[] =>
    VICTIMS.map((victim, at) => [victim, marks[at] ?? Number.NaN]);
  /** Kills of the two processes that do the work. */
  const workers = (first: number, second: number): readonly KillAt[] => [
    ['solver', first],
    ['orchestrator', second],
  ];

  it(`an experiment of ${SCENARIOS} scenarios has each of them once, and solves none twice`, async () => {
    const variables = [{ name: 'load', type: 'continuous', min: 0.9, max: 1, steps: SCENARIOS }];
    const matrix = { method: 'grid', variables };
    const experiment = anExperiment({ base_scenario_id: 'rts24', scenario_matrix: matrix });
    const id = await underKills(running, experiment, isFullSize ? all([1, 2, 3, 4, 6]) : workers(1, 2));
    const rows = await scenariosOf(api, id);
    assert.deepEqual(
      rows.map(({ scenario_index }) => scenario_index),
      Array.from({ length: SCENARIOS }, (_, i) => i),
    );
    assert.ok(rows.every((row) => row.status === 'completed' && row.objective_value !== null));
    const { body } = await api.request<string>('GET', `/api/experiments/${id}/results/download?format=csv`);
    const csv = parseCsv(body);
    assert.equal(csv.length, SCENARIOS + 1);
    assert.equal(new Set(csv.map(([index]) => index)).size, SCENARIOS + 1);
    const jobs = new Set(rows.map(({ job_id }) => job_id));
    const { saved, lostMs } = await solverRuns(processOf(running.stack, 'solver').log, jobs);
    // The log line may be lost with the process that wrote it.
    assert.deepEqual(new Set(saved.values()), new Set([1]));
    process.stdout.write(`    ${SCENARIOS} scenarios: ${lostMs.length} solves interrupted\n`);
  });

  if (!isFullSize) return;

  it('a study of connections has the same figures to the last digit as without kills', async () => {
    const candidates = { kind: 'storage', buses: 'all' };
    const study = aStudy({ network_id: 'demo-6bus', candidates, max_mw: 150, flexible_hours: [3] });
    const figuresOf = async (id: string) => {
      const path = `/api/connection-studies/${id}/results`;
      return (await api.request<ConnectionResults>('GET', path)).body.candidates.map(
        ({ firm_mw, flexible_mw, binding, remedy, operation }) => [
          [firm_mw, ...flexible_mw].map(({ at_least, at_most }) => [at_least, at_most]),
          ...[binding, remedy, operation?.total_cost_usd, operation?.co2_t],
        ],
      );
    };
    const killed = await figuresOf(await underKills(running, study, all([1, 2, 4, 6, 8])));
    assert.deepEqual(killed, await figuresOf(await underKills(running, study, [])));
  });

  it(`a Monte Carlo of ${SEEDS} seeds costs the same as without kills`, async () => {
    const options = { start: '2024-07-01', days: 3, look_ahead_h: 12 };
    const execution = { ...rolling, network_id: 'prone', solver: highs, options };
    const study = anExperiment({ execution, seeds: { first: 1, count: SEEDS } });
    const calm = await study.begin();
    await untilExperiment(api, calm, undefined, LIMIT_S);
    const killed = await underKills(running, study, all([1, 2, 3, 4, 6]));
    const figuresOf = async (id: string) =>
      (await scenariosOf(api, id)).map((row) => [
        row.values['outage_seed'],
        ...[row.total_cost_usd, row.penalty_usd, row.co2_t, row.startups],
        ...[row.unserved_mwh, row.unserved_hours, row.unserved_days],
      ]);
    const figures = await figuresOf(killed);
    assert.equal(new Set(figures.map(([, cost]) => cost)).size, SEEDS);
    assert.deepEqual(figures, await figuresOf(calm));
  });

  it('a rolling horizon costs the same as without kills, and its days fit together', async () => {
    const body = { ...rolling, network_id: 'rts24', options: { horizon: 72 } };
    const whole = await uninterrupted(body);
    const id = await underKills(running, aRun(body), workers(1, 2));
    const { results } = await readExecution(api, id);
    assert.deepEqual(results?.objective_value, whole.results?.objective_value);
    assert.deepEqual(results?.totals, whole.results?.totals);
    const joined = await joinedObjective(api, id);
    assert.ok(Math.abs(joined - (results?.objective_value ?? 0)) < 1e-6 * joined);
  });

  it('months side by side cost the same as without kills, and are joined into one schedule', async () => {
    const body = { ...rolling, network_id: 'winter', options: { horizon: 72, parallel: true } };
    const whole = await uninterrupted(body);
    const id = await underKills(running, aRun(body), workers(1, 2));
    const { results } = await readExecution(api, id);
    assert.deepEqual(results?.totals, whole.results?.totals);
    const joined = await joinedObjective(api, id);
    assert.ok(Math.abs(joined - (results?.objective_value ?? 0)) < 1e-6 * joined);
  });

  it('a run in real time settles to the cent as without kills', async () => {
    const options = { days: 1, lines: 'off', real_time: {} };
    const body = { ...rolling, network_id: 'surprising', solver: highs, options };
    const id = await underKills(running, aRun(body), workers(3, 12));
    const path = `/api/model-builder/executions/${id}/report`;
    const { real_time: realTime } = (await api.request<Report>('GET', path)).body;
    // The test of real time derives these sums.
    const cents = (usd?: number | null) => Math.round(100 * (usd ?? Number.NaN));
    const balancing = new Map(
      realTime?.settlement.by_type.map(({ group, balancing_usd }) => [group, cents(balancing_usd)]),
    );
    assert.deepEqual([realTime?.hours, realTime?.quick_starts], [24, 1]);
    assert.equal(cents(realTime?.day_ahead.total_cost_usd), 33_600_00);
    assert.equal(cents(realTime?.real_time.total_cost_usd), 34_506_00);
    assert.deepEqual([balancing.get('STEAM'), balancing.get('CT')], [1300_00, 500_00]);
  });
});
