/** Three days of a network with every field and a date; one day cannot be served. */
import assert from 'node:assert/strict';
import type { SolveResult } from '../../temporal/case/messages/result.ts';
import type { SolvePayload } from '../../temporal/case/schema.ts';
import type { ApiClient } from '../support/callers/api-client.ts';
import { daysOf, startExecution, untilExecution } from '../support/callers/run-execution.ts';
import { studyNetwork } from '../support/cases/study-network.ts';
import { newUser, runningStack } from '../support/stack/running-stack.ts';

const LIMIT_S = 240;
const HOURS = 24;
const solver = { id: 'highs', time_limit: 60 };
const study = { pcm_model_id: 'pcm-rolling', solver, network_id: 'study' };

const sum = (values: readonly number[] = []): number => values.reduce((all, mw) => all + mw, 0);
const rounded = (values: readonly number[] = []): number[] => values.map((mw) => Number(mw.toFixed(4)) + 0);
const seriesOf = (name: string): readonly number[] =>
  studyNetwork().renewables?.find((item) => item.name === name)?.p_max ?? [];

/** Energy of the battery before the first hour, MWh. */
function batteryBefore({ storage }: SolveResult): number {
  const [energy = 0] = storage?.['battery']?.energy_mwh ?? [];
  const [charge = 0] = storage?.['battery']?.charge_mw ?? [];
  const [discharge = 0] = storage?.['battery']?.discharge_mw ?? [];
  return energy - 0.85 * charge + discharge;
}

describe('a study with dates and terms', function () {
  this.timeout(LIMIT_S * 1000);
  let api: ApiClient;
  before(async () => {
    api = await newUser(await runningStack());
    await put('study', studyNetwork());
    // More power on 3 July than the network can take.
    const { renewables = [] } = studyNetwork();
    const flood = renewables.map((item) =>
      item.must_take ? { ...item, p_max: item.p_max.map((mw, t) => (t >= 48 && t < 72 ? 400 : mw)) } : item,
    );
    await put('flood', studyNetwork({ renewables: flood }));
  });

  async function put(id: string, body: object): Promise<void> {
    const { status, body: reply } = await api.request('PUT', `/api/networks/${id}`, { body });
    assert.equal(status, 201, JSON.stringify(reply));
  }
  async function run(body: object) {
    const id = await startExecution(api, body);
    return { id, ended: await untilExecution(api, id, undefined, LIMIT_S), days: await daysOf(api, id) };
  }

  it('meets a cap on its CO2 at a price that it finds', async () => {
    const options = { start: '2024-07-02', days: 2, include_reserves: true };
    const free = (await run({ ...study, options })).ended.results;
    assert.ok(free?.co2_t);
    assert.equal(free.allowance, undefined);
    const emission_cap_t = 0.97 * free.co2_t;
    const { ended, days } = await run({ ...study, options: { ...options, emission_cap_t } });
    assert.equal(ended.status, 'completed', JSON.stringify(ended.error));
    assert.ok(ended.results?.allowance && typeof ended.results.co2_t === 'number');
    const { co2_t, allowance } = ended.results;
    const { price_usd_per_t, gap_t, trials } = allowance;
    assert.ok(Math.abs((gap_t ?? Number.NaN) - (emission_cap_t - co2_t)) < 1e-4);
    assert.ok(co2_t <= emission_cap_t || Math.max(...trials.map(({ price_usd_per_t: usd }) => usd)) >= 6400);
    assert.equal(trials[0]?.price_usd_per_t, 0);
    assert.ok(trials.some((trial) => trial.price_usd_per_t === price_usd_per_t && trial.co2_t !== null));
    assert.equal(days.length, 2);
    for (const { job_id } of days) {
      const path = `/api/modules/analyst/solve/${job_id}/payload`;
      const { body: payload } = await api.request<SolvePayload>('GET', path);
      assert.equal(payload.emission_price_usd_per_t, price_usd_per_t);
      assert.equal((await api.result(job_id)).certificate?.verified, true);
    }
  });

  it('begins at its date, keeps maintenance and products, and hands the state from day to day', async () => {
    const options = { start: '2024-07-02', days: 3, include_reserves: true, emission_price_usd_per_t: 10 };
    const { ended, days } = await run({ ...study, options });
    assert.equal(ended.status, 'completed', JSON.stringify(ended.error));
    assert.equal(ended.start_time, '2024-07-02T00:00:00-07:00');
    assert.deepEqual(
      days.map(({ start_time, message }) => [start_time, message]),
      ['02', '03', '04'].map((day) => [`2024-07-${day}T00:00:00-07:00`, null]),
    );
    const results = await Promise.all(days.map(({ job_id }) => api.result(job_id)));
    for (const { certificate } of results) assert.equal(certificate?.verified, true);
    // The unit is in maintenance on 3 July.
    const peaker = results[1]?.commitment['peaker']?.slice(0, HOURS);
    assert.deepEqual(peaker, Array(HOURS).fill(0));
    const [first, second] = results;
    assert.ok(first && second);
    const finalMwh = first.storage?.['battery']?.energy_mwh[HOURS - 1] ?? Number.NaN;
    assert.ok(
      Math.abs(batteryBefore(second) - finalMwh) < 1e-3,
      `${batteryBefore(second)} after ${finalMwh}`,
    );
    for (const { reserve_mw } of results) assert.ok(reserve_mw?.['spin'] && reserve_mw['down']);
    assert.deepEqual(
      rounded(first.renewable_mw?.['rooftop']),
      rounded(seriesOf('rooftop').slice(HOURS, 3 * HOURS)),
    );
    // Its budgets alternate between 700 and 600 MWh; the first day of the run is the second of the series.
    const river = results.map(({ renewable_mw }) => sum(renewable_mw?.['river']?.slice(0, HOURS)));
    for (const [day, mwh] of river.entries()) assert.ok(mwh <= (day === 1 ? 600 : 700) + 1e-3, `${mwh} MWh`);
  });

  it('goes on behind a day without a schedule and names it, unless it is to end there', async () => {
    const terms = { start: '2024-07-02', days: 3, look_ahead_h: 0 };
    const spilling = { ...terms, start: '2024-07-03', days: 1, spill_usd_per_mwh: 30 };
    const [on, off, spilled] = await Promise.all(
      [terms, { ...terms, go_on: false }, spilling].map((options) =>
        run({ ...study, network_id: 'flood', options }),
      ),
    );
    assert.ok(on && off && spilled);
    assert.equal(on.ended.status, 'completed', JSON.stringify(on.ended.error));
    assert.deepEqual(
      on.days.map(({ totals }) => totals !== null),
      [true, false, true],
    );
    const { results } = on.ended;
    assert.equal(results?.unsolved_windows, 1);
    assert.match(results?.message ?? '', /^Day 2 \(hours 24 to 47\): /);
    const cost = on.days.reduce((sum, { totals }) => sum + (totals?.total_cost_usd ?? 0), 0);
    assert.ok(Math.abs((results?.total_cost_usd ?? 0) - cost) < 0.01);
    assert.deepEqual([off.days.length, off.ended.results?.termination_status], [2, 'INFEASIBLE']);
    assert.equal(off.ended.results?.objective_value, null);
    assert.equal(spilled.ended.results?.unsolved_windows, undefined);
    assert.deepEqual(
      spilled.days.map(({ totals }) => totals !== null),
      [true],
    );
  });

  it('off lines is a unit commitment on one bus, and fuel prices are those of the run', async () => {
    const options = { start: '2024-07-05T06:00:00', horizon: 6, lines: 'off', fuel_prices: { Coal: 5 } };
    const { days } = await run({ ...study, options });
    const [day] = days;
    assert.ok(day);
    const path = `/api/modules/analyst/solve/${day.job_id}/payload`;
    const { body: payload } = await api.request<SolvePayload>('GET', path);
    assert.equal(payload.transmission_lines, undefined);
    const coal = payload.generators.find(({ name }) => name === 'coal');
    assert.equal(coal?.cost_curve?.[0]?.usd_per_h, 660 * 5 + 1.5 * 60);
    const { loads } = studyNetwork();
    assert.deepEqual(payload.loads[0]?.values, loads[0]?.values.slice(102, 108));
  });
});
