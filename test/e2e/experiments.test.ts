/** Experiments over HTTP, on all processes: submission, progress, comparison and download. */
import assert from 'node:assert/strict';
import type { ScenarioView } from '../../api/experiments/scenario-view.ts';
import type { Scenario } from '../../temporal/case/messages/stored-records.ts';
import { type ApiClient, SOLVE } from '../support/callers/api-client.ts';
import { parseCsv } from '../support/callers/parse-csv.ts';
import { scenariosOf, submitExperiment, untilExperiment } from '../support/callers/run-experiment.ts';
import { payload } from '../support/cases/payloads.ts';
import { newUser, type RunningStack, runningStack } from '../support/stack/running-stack.ts';

const LIMIT_S = 240;

describe('experiments over HTTP', function () {
  this.timeout(LIMIT_S * 1000);
  let stack: RunningStack;
  let api: ApiClient;
  before(async () => {
    stack = await runningStack();
    api = await newUser(stack);
    await api.request('PUT', '/api/scenarios/small', { body: { payload: payload() } });
  });

  const loads = (...values: number[]) => ({
    method: 'grid',
    variables: [{ name: 'load', type: 'discrete', values }],
  });
  const run = async (scenario_matrix: object, base_scenario_id = 'small', max_parallel = 8) => {
    const id = await submitExperiment(api, { base_scenario_id, scenario_matrix, max_parallel });
    const end = await untilExperiment(api, id, undefined, LIMIT_S);
    return { id, end, rows: await scenariosOf(api, id) };
  };

  it('a 2 x 2 x 2 matrix on 24 buses: every row verified, dearer with load and gas, cheaper with more line', async () => {
    const { body: base } = await api.request<Scenario>('GET', '/api/scenarios/rts24-scuc');
    const exact = { ...base.payload, options: { ...base.payload.options, mip_gap: 0 } };
    await api.request('PUT', '/api/scenarios/rts-exact', { body: { payload: exact, job_type: 'scuc' } });
    const variables = [
      { name: 'load', type: 'continuous', min: 0.9, max: 1, steps: 2 },
      { name: 'gas_price', type: 'continuous', min: 0.8, max: 1.2, steps: 2 },
      { name: 'line_limit', type: 'continuous', min: 1, max: 1.2, steps: 2 },
    ];
    const { id, end, rows } = await run({ method: 'grid', variables }, 'rts-exact');
    assert.deepEqual([end.status, end.scenarios_completed, end.scenarios_failed], ['completed', 8, 0]);
    for (const { job_id } of rows) {
      const { certificate } = await api.result(job_id);
      assert.equal(certificate?.verified, true);
    }
    const part = await api.request<{ detail: string }>('DELETE', `${SOLVE}/${rows[0]?.job_id}/record`);
    assert.equal(part.status, 409);
    assert.match(JSON.stringify(part.body), new RegExp(`part of the experiment ${id}`));
    const cost = new Map(
      rows.map(({ values, objective_value }) => [key(Object.values(values)), objective_value]),
    );
    const at = (values: number[]): number => cost.get(key(values)) ?? Number.NaN;
    for (const { values } of rows) {
      const [load = 0, gas = 0, line = 0] = Object.values(values).map(Number);
      const here = at([load, gas, line]);
      const slack = 1e-6 * here;
      if (load < 1) assert.ok(at([1, gas, line]) > here, 'more load costs more');
      if (gas < 1.2) assert.ok(at([load, 1.2, line]) >= here - slack, 'dearer gas is not cheaper');
      if (line < 1.2) assert.ok(at([load, gas, 1.2]) <= here + slack, 'more line is not dearer');
    }
    await checkCsv(id, rows);
  });

  async function checkCsv(id: string, rows: readonly ScenarioView[]): Promise<void> {
    const csv = await api.request<string>('GET', `/api/experiments/${id}/results/download?format=csv`);
    const [header = [], ...lines] = parseCsv(String(csv.body));
    assert.equal(lines.length, rows.length);
    for (const [at, line] of lines.entries()) {
      const cells = Object.fromEntries(header.map((name, column) => [name, line[column]]));
      const row = rows[at];
      assert.equal(cells['scenario_id'], row?.scenario_id);
      assert.equal(Number(cells['objective_value']), row?.objective_value);
      assert.equal(Number(cells['startups']), row?.startups);
      assert.equal(Number(cells['load']), row?.values['load']);
    }
  }

  it('a plan describes the submission, and submits nothing', async () => {
    const plan = (scenario_matrix: object) =>
      api.request('POST', '/api/experiments/plan', {
        body: { base_scenario_id: 'small', scenario_matrix },
      });
    const { total: before } = (await api.request<{ total: number }>('GET', '/api/experiments')).body;
    assert.deepEqual((await plan(loads(1, 0.9, 1))).body, {
      scenarios_total: 3,
      solves: 2,
      max_scenarios: 1000,
      scenarios: [
        { values: { load: 1 }, solved_as: null },
        { values: { load: 0.9 }, solved_as: null },
        { values: { load: 1 }, solved_as: 0 },
      ],
    });
    const variables = [{ name: 'tide', type: 'discrete', values: [1] }];
    const { status, body } = await plan({ method: 'grid', variables });
    assert.equal(status, 422);
    assert.match(JSON.stringify(body), /"variables",0,"name"/);
    const { total } = (await api.request<{ total: number }>('GET', '/api/experiments')).body;
    assert.equal(total, before);
  });

  it('a scenario without a schedule and one that makes no case say why, and a retry has the rest', async () => {
    const scenarios = [{ load: 1 }, { load: 9 }, { 'generators.*.min_uptime': -2 }, { load: 1 }];
    const { id, end, rows } = await run({ method: 'list', scenarios });
    assert.deepEqual([end.status, end.scenarios_completed, end.scenarios_failed], ['completed', 4, 1]);
    assert.deepEqual([end.outcome, end.scenarios_solved, end.scenarios_unsolved], ['partly_solved', 2, 2]);
    assert.deepEqual(end.outcome_causes.toSorted(), ['1 INFEASIBLE', '1 INVALID_MODEL']);
    const [solved, infeasible, failed, same] = rows;
    assert.ok(solved && infeasible && failed && same);
    assert.deepEqual([solved.status, solved.reason, solved.solved_as], ['completed', null, null]);
    const { job_id, objective_value } = solved;
    assert.deepEqual([same.solved_as, same.job_id, same.objective_value], [0, job_id, objective_value]);
    const { infeasibility_reasons } = await api.result(infeasible.job_id);
    assert.deepEqual(
      [infeasible.termination_status, infeasible.reason],
      ['INFEASIBLE', infeasibility_reasons?.join('; ')],
    );
    assert.equal(failed.status, 'failed');
    assert.match(failed.error?.message ?? '', /generators\[0\].*min_uptime/);
    assert.equal((await api.request('POST', `/api/experiments/${id}/retry`)).status, 202);
    const again = await untilExperiment(api, id);
    assert.deepEqual([again.attempt, again.status, again.scenarios_failed], [2, 'completed', 1]);
    assert.deepEqual((await api.request('GET', `/api/experiments/${id}`)).body, again);
    assert.deepEqual(
      (await scenariosOf(api, id)).map(({ job_id }, at) => job_id === rows[at]?.job_id),
      [true, true, false, true],
    );
    const { body: jobs } = await api.request<{ total: number }>('GET', SOLVE);
    assert.equal(jobs.total, 0, 'parts of an experiment are no jobs of their own');
  });

  it('is cancelled: solved scenarios stay, the others are cancelled, and a retry solves them', async () => {
    const many = Array.from({ length: 12 }, (_, i) => 0.8 + i / 50);
    const id = await submitExperiment(api, {
      base_scenario_id: 'demo-24h',
      scenario_matrix: loads(...many),
      max_parallel: 2,
    });
    const running = await untilExperiment(api, id, ({ scenarios_completed }) => scenarios_completed >= 2);
    assert.ok(running.eta_seconds !== null && running.eta_seconds > 0);
    assert.equal((await api.request('DELETE', `/api/experiments/${id}`)).status, 202);
    const end = await untilExperiment(api, id);
    assert.equal(end.status, 'cancelled');
    const { scenarios_total, scenarios_completed, scenarios_cancelled } = end;
    assert.deepEqual([scenarios_total, scenarios_completed], [12, 12]);
    assert.ok(scenarios_cancelled > 0 && scenarios_cancelled < 12);
    assert.equal((await api.request('DELETE', `/api/experiments/${id}`)).status, 409);
    assert.equal((await api.request('POST', `/api/experiments/${id}/retry`)).status, 202);
    assert.equal((await api.request('POST', `/api/experiments/${id}/retry`)).status, 409);
    const retried = await untilExperiment(api, id, undefined, LIMIT_S);
    assert.deepEqual([retried.status, retried.scenarios_cancelled], ['completed', 0]);
  });

  it('is submitted once under one Idempotency-Key, and streams its progress and then its end', async () => {
    const body = {
      name: 'x',
      base_scenario_id: 'small',
      scenario_matrix: loads(0.91, 0.92),
      max_parallel: 1,
    };
    const headers = { 'Idempotency-Key': 'experiment-1' };
    const submit = () => api.request('POST', '/api/experiments/submit', { body, headers });
    const [first, second] = [await submit(), await submit()];
    assert.deepEqual([first.status, second.status, second.body], [202, 202, first.body]);
    const id = String(first.body['experiment_id']);
    const text = (await api.request<string>('GET', `/api/experiments/${id}/events`)).body;
    const events = [...text.matchAll(/event: (\w+)\ndata: (.*)/g)];
    const completed = events.map(([, , data = '{}']) => JSON.parse(data).scenarios_completed);
    assert.deepEqual(
      completed,
      completed.toSorted((a, b) => a - b),
    );
    assert.deepEqual([events.at(-1)?.[1], completed.at(-1)], ['done', 2]);
    assert.ok(events.length > 1 && events.slice(0, -1).every(([, event]) => event === 'progress'));
    const starts = (await scenariosOf(api, id)).map(({ warm_started_from }) => warm_started_from);
    assert.deepEqual(starts, [null, 0]);
    const other = await newUser(stack);
    const stolen = await other.request('POST', '/api/experiments/submit', { body });
    assert.equal(stolen.status, 404, 'over the scenario of another user');
  });
});

const key = (values: readonly unknown[]): string => values.map((value) => Number(value).toFixed(4)).join('/');
