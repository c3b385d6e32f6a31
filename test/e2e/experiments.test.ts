/** Experiments over HTTP, on all processes: what users submit, follow, compare and download. */
import assert from 'node:assert/strict';
import type { Scenario } from '../../temporal/case/messages/stored-records.ts';
import type { ApiClient } from '../support/callers/api-client.ts';
import { parseCsv } from '../support/callers/parse-csv.ts';
import { experimentStatus, submitExperiment, untilExperiment } from '../support/callers/run-experiment.ts';
import { payload } from '../support/cases/payloads.ts';
import { newUser, type RunningStack, runningStack } from '../support/stack/running-stack.ts';

interface Row {
  readonly scenario_index: number;
  readonly scenario_id: string;
  readonly job_id: string;
  readonly status: string;
  readonly termination_status: string | null;
  readonly reason: string | null;
  readonly values: Readonly<Record<string, number>>;
  readonly solved_as: number | null;
  readonly warm_started_from: number | null;
  readonly objective_value: number | null;
  readonly startups: number | null;
  readonly error: { readonly code: string; readonly message: string } | null;
}

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

  const rowsOf = async (id: string): Promise<Row[]> =>
    (await api.request<{ scenarios: Row[] }>('GET', `/api/experiments/${id}/scenarios?limit=200`)).body
      .scenarios;
  const loads = (...values: number[]) => ({
    method: 'grid',
    variables: [{ name: 'load', type: 'discrete', values }],
  });
  const run = async (scenario_matrix: object, base_scenario_id = 'small', max_parallel = 8) => {
    const id = await submitExperiment(api, { base_scenario_id, scenario_matrix, max_parallel });
    const end = await untilExperiment(api, id, undefined, LIMIT_S);
    return { id, end, rows: await rowsOf(id) };
  };

  it('a 3 x 3 x 3 matrix on 24 buses: every row verified, dearer with load and gas, cheaper with more line', async () => {
    const { body: base } = await api.request<Scenario>('GET', '/api/scenarios/rts24-scuc');
    const exact = { ...base.payload, options: { ...base.payload.options, mip_gap: 0 } };
    await api.request('PUT', '/api/scenarios/rts-exact', { body: { payload: exact, job_type: 'scuc' } });
    const variables = [
      { name: 'load', type: 'continuous', min: 0.9, max: 1, steps: 3 },
      { name: 'gas_price', type: 'continuous', min: 0.8, max: 1.2, steps: 3 },
      { name: 'line_limit', type: 'continuous', min: 1, max: 1.2, steps: 3 },
    ];
    const { id, end, rows } = await run({ method: 'grid', variables }, 'rts-exact');
    assert.deepEqual([end.status, end.scenarios_completed, end.scenarios_failed], ['completed', 27, 0]);
    for (const { job_id } of rows) {
      const { certificate } = await api.result(job_id);
      assert.equal(certificate?.verified, true);
    }
    const cost = new Map(
      rows.map(({ values, objective_value }) => [key(Object.values(values)), objective_value]),
    );
    const at = (values: number[]): number => cost.get(key(values)) ?? Number.NaN;
    for (const { values } of rows) {
      const [load = 0, gas = 0, line = 0] = Object.values(values);
      const here = at([load, gas, line]);
      const slack = 1e-6 * here;
      if (load < 1) assert.ok(at([next(load, 0.05), gas, line]) > here, 'more load costs more');
      if (gas < 1.2) assert.ok(at([load, next(gas, 0.2), line]) >= here - slack, 'dearer gas is not cheaper');
      if (line < 1.2) assert.ok(at([load, gas, next(line, 0.1)]) <= here + slack, 'more line is not dearer');
    }
    await checkCsv(id, rows);
  });

  async function checkCsv(id: string, rows: readonly Row[]): Promise<void> {
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

  it('a plan says what a submission would make, and submits nothing', async () => {
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

  it('identical scenarios are solved once and say as which', async () => {
    const { id, rows } = await run(loads(1, 0.9, 1, 0.9, 0.9, 1.1));
    assert.deepEqual(
      rows.map(({ solved_as }) => solved_as),
      [null, null, 0, 1, 1, null],
    );
    assert.equal(new Set(rows.map(({ job_id }) => job_id)).size, 3);
    assert.equal(rows[0]?.objective_value, rows[2]?.objective_value);
    const { body } = await api.request<{ total: number }>('GET', '/api/modules/analyst/solve');
    assert.equal(body.total, 0, 'parts of an experiment are no jobs of their own');
    const summary = await api.request<{ variables: { effect: { objective_value: { slope: number } } }[] }>(
      'GET',
      `/api/experiments/${id}/summary`,
    );
    assert.ok((summary.body.variables[0]?.effect.objective_value.slope ?? 0) > 0);
  });

  it('scenarios begin from the nearest that has ended, identical ones with the one that is solved', async () => {
    const { rows } = await run(loads(1, 0.8, 0.97, 0.8), 'small', 1);
    assert.deepEqual(
      rows.map(({ warm_started_from }) => warm_started_from),
      [null, 0, 0, 0],
    );
  });

  it('a scenario whose value makes no case is a row with its error, and the rest is solved', async () => {
    const variables = [{ name: 'generators.*.min_uptime', type: 'discrete', values: [1, -2, 2] }];
    const { id, end, rows } = await run({ method: 'grid', variables });
    assert.deepEqual([end.status, end.scenarios_completed, end.scenarios_failed], ['completed', 3, 1]);
    assert.deepEqual(
      rows.map(({ status }) => status),
      ['completed', 'failed', 'completed'],
    );
    assert.match(rows[1]?.error?.message ?? '', /generators\[0\].*min_uptime/);
    const retried = await api.request('POST', `/api/experiments/${id}/retry`);
    assert.equal(retried.status, 202);
    const again = await untilExperiment(api, id);
    assert.deepEqual([again.attempt, again.status, again.scenarios_failed], [2, 'completed', 1]);
    assert.deepEqual(
      (await rowsOf(id)).map(({ job_id }) => job_id === rows[0]?.job_id || job_id === rows[2]?.job_id),
      [true, false, true],
    );
  });

  it('a scenario without a schedule says why, in its row, in the CSV and in the JSON', async () => {
    const { id, rows } = await run(loads(1, 9));
    const { job_id, termination_status, reason } = rows[1] ?? assert.fail('two rows');
    const { infeasibility_reasons } = await api.result(job_id);
    assert.deepEqual([termination_status, reason], ['INFEASIBLE', infeasibility_reasons?.join('; ')]);
    assert.equal(rows[0]?.reason, null);
    const download = (format: string) =>
      api.request('GET', `/api/experiments/${id}/results/download?format=${format}`);
    const { rows: told } = (await download('json')).body;
    assert.ok(Array.isArray(told));
    assert.deepEqual([told[0].error, told[1].error], [null, reason]);
    const [head, , row] = parseCsv(String((await download('csv')).body));
    assert.equal(row?.[head?.indexOf('error') ?? -1], reason);
  });

  it('has its status at its own path, too', async () => {
    const { id } = await run(loads(1));
    const [own, status] = [`/api/experiments/${id}`, `/api/experiments/${id}/status`];
    const replies = await Promise.all([own, status].map((path) => api.request('GET', path)));
    assert.deepEqual([replies[0]?.status, replies[0]?.body], [200, replies[1]?.body]);
    assert.equal(replies[0]?.body['status'], 'completed');
  });

  it('of which nothing comes fails in the words of its first scenario', async () => {
    const variables = [{ name: 'generators.*.p_max', type: 'discrete', values: [-1, -2] }];
    const { end } = await run({ method: 'grid', variables });
    assert.equal(end.status, 'failed');
    assert.match(end.error?.message ?? '', /^Every scenario failed; the first: .*p_max/);
  });

  it('is cancelled: what is solved stays, the rest is cancelled, and a retry solves it', async () => {
    const many = Array.from({ length: 24 }, (_, i) => 0.8 + i / 100);
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
    assert.deepEqual([scenarios_total, scenarios_completed], [24, 24]);
    assert.ok(scenarios_cancelled > 0 && scenarios_cancelled < 24);
    assert.equal((await api.request('DELETE', `/api/experiments/${id}`)).status, 409);
    assert.equal((await api.request('POST', `/api/experiments/${id}/retry`)).status, 202);
    assert.equal((await api.request('POST', `/api/experiments/${id}/retry`)).status, 409);
    const retried = await untilExperiment(api, id, undefined, LIMIT_S);
    assert.deepEqual([retried.status, retried.scenarios_cancelled], ['completed', 0]);
  });

  it('holds on to its base: deleting that is a conflict while it runs', async () => {
    await api.request('PUT', '/api/scenarios/held', { body: { payload: payload() } });
    const matrix = loads(...Array.from({ length: 12 }, (_, i) => 0.9 + i / 100));
    const id = await submitExperiment(api, {
      base_scenario_id: 'held',
      scenario_matrix: matrix,
      max_parallel: 1,
    });
    assert.equal((await api.request('DELETE', '/api/scenarios/held')).status, 409);
    await untilExperiment(api, id, undefined, LIMIT_S);
    assert.equal((await api.request('DELETE', '/api/scenarios/held')).status, 204);
    assert.equal((await experimentStatus(api, id)).scenarios_failed, 0);
  });

  it('streams its progress and then its end', async () => {
    const id = await submitExperiment(api, {
      base_scenario_id: 'small',
      scenario_matrix: loads(0.91, 0.92, 0.93, 0.94),
      max_parallel: 1,
    });
    const { body } = await api.request<string>('GET', `/api/experiments/${id}/events`);
    const events = String(body)
      .trim()
      .split('\n\n')
      .map((text) => /event: (\w+)\ndata: (.*)/.exec(text));
    const completed = events.map((event) => JSON.parse(event?.[2] ?? '{}').scenarios_completed);
    assert.deepEqual(
      completed,
      completed.toSorted((a, b) => a - b),
    );
    assert.deepEqual([events.at(-1)?.[1], completed.at(-1)], ['done', 4]);
    assert.ok(events.length > 1 && events.slice(0, -1).every((event) => event?.[1] === 'progress'));
  });

  it('is submitted once under one Idempotency-Key', async () => {
    const body = { name: 'twice', base_scenario_id: 'small', scenario_matrix: loads(1, 1.05) };
    const headers = { 'Idempotency-Key': 'experiment-1' };
    const submit = () => api.request('POST', '/api/experiments/submit', { body, headers });
    const [first, second] = [await submit(), await submit()];
    assert.deepEqual([first.status, second.status], [202, 202]);
    assert.equal(first.body['experiment_id'], second.body['experiment_id']);
    await untilExperiment(api, String(first.body['experiment_id']));
  });

  it('of another user does not exist', async () => {
    const { id } = await run(loads(1));
    const other = await newUser(stack);
    for (const [method, path] of [
      ['GET', 'status'],
      ['GET', 'scenarios'],
      ['GET', 'summary'],
      ['GET', 'events'],
      ['GET', 'results/download?format=csv'],
      ['POST', 'retry'],
    ] as const) {
      assert.equal((await other.request(method, `/api/experiments/${id}/${path}`)).status, 404, path);
    }
    assert.equal((await other.request('DELETE', `/api/experiments/${id}`)).status, 404);
    const body = { name: 'x', base_scenario_id: 'small', scenario_matrix: loads(1) };
    assert.equal((await other.request('POST', '/api/experiments/submit', { body })).status, 404);
  });
});

const key = (values: readonly number[]): string => values.map((value) => value.toFixed(4)).join('/');
const next = (value: number, step: number): number => value + step;
