/** Explanations of a result in quarters of an hour: figures per hour, words about intervals. */
import assert from 'node:assert/strict';
import { unitChanges } from '../../../../../api/analyst/why/changes.ts';
import { commitmentRule, commitmentRun } from '../../../../../temporal/case/explain/commitment-rules.ts';
import { explain } from '../../../../../temporal/case/explain/explain.ts';
import { horizonFacts, intervalWords } from '../../../../../temporal/case/explain/interval-words.ts';
import { outputRoom } from '../../../../../temporal/case/explain/output-room.ts';
import type { SolvePayload } from '../../../../../temporal/case/schema.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';
import { solve } from '../../../../support/engine/solve.ts';

const payload: SolvePayload = {
  interval_minutes: 15,
  horizon: 4,
  loads: [{ bus: 1, values: [40, 60, 80, 130] }],
  generators: [
    aUnit('A', { marginal_cost: 20, no_load_cost: 40, ramp_up: 40, initial_power_mw: 40 }),
    aUnit('B', {
      p_max: 50,
      p_min: 5,
      marginal_cost: 60,
      no_load_cost: 20,
      min_uptime: 0.5,
      min_downtime: 2,
      initial_status: -2,
      startup_categories: [
        { lag_h: 1, cost_usd: 80 },
        { lag_h: 2.25, cost_usd: 100 },
      ],
    }),
  ],
  options: { unserved_energy_usd_per_mwh: 1000 },
};

describe('explanations of a result in intervals of 15 minutes', () => {
  it('add up to the cost of the result, with energy in MWh', async () => {
    const result = await solve('uc', payload);
    const cost = explain(payload, result).find(({ type }) => type === 'cost_breakdown');
    const data = cost?.data as {
      generators: { total_usd: number; energy_mwh: number }[];
      penalties: { energy_mwh: number; penalty_usd: number }[];
    };
    const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
    assert.ok(
      Math.abs(sum(data.generators.map((unit) => unit.total_usd)) - (result.total_cost_usd ?? 0)) < 1e-6,
    );
    const shed = sum(Object.values(result.unserved_mw ?? {}).flat()) / 4;
    assert.ok(shed > 0);
    assert.deepEqual(
      data.penalties.map(({ energy_mwh, penalty_usd }) => [energy_mwh, penalty_usd]),
      [[shed, 1000 * shed]],
    );
    assert.ok(Math.abs(sum(data.generators.map((unit) => unit.energy_mwh)) + shed - 310 / 4) < 1e-6);
  });

  it('speak of intervals, and tell how long these are', async () => {
    const artifacts = explain(payload, await solve('uc', payload));
    assert.ok(artifacts.length > 4);
    for (const { type, statement, data } of artifacts) {
      assert.ok(!/hour/i.test(statement), `${type}: ${statement}`);
      assert.equal('interval_minutes' in data && data.interval_minutes, 15, type);
    }
    const [summary] = artifacts;
    assert.match(summary?.statement ?? '', /4 intervals; its demand is highest at interval 3/);
    assert.deepEqual(horizonFacts(payload), { horizon_h: 1, intervals: 4, interval_minutes: 15 });
    const reasons = JSON.stringify(artifacts.find(({ type }) => type === 'marginal_units')?.data);
    assert.ok(!/hour \d/.test(reasons), reasons);
  });

  it('let a unit go as far as its ramp in an interval', async () => {
    const [unit = aUnit('A')] = payload.generators;
    const result = await solve('uc', payload);
    assert.deepEqual(result.dispatch_mw['A'], [40, 50, 60, 70]);
    assert.deepEqual(outputRoom(payload, result, unit, 1).upper, { mw: 50, by: 'ramp_up' });
  });

  it('count minimum times in intervals, and say them in hours', async () => {
    const [, unit = aUnit('B')] = payload.generators;
    const rule = commitmentRule({ ...payload }, { ...unit, initial_status: -1.5 }, 1, false);
    assert.deepEqual([rule?.rule, rule?.minimum_h, rule?.held_until_hour], ['min_downtime', 2, 2]);
    assert.equal(commitmentRule({ ...payload }, { ...unit, initial_status: -1.5 }, 2, false), undefined);
    assert.equal(commitmentRun(unit, [0, 1, 1, 0], 1, 4).binding, true);
    assert.equal(commitmentRun(unit, [0, 1, 1, 1, 0], 1, 4).binding, false);
  });

  it('compare units by the cost of an interval', async () => {
    const result = await solve('uc', payload);
    const costs = unitChanges({ payload, result }, { payload, result });
    const total = costs.reduce((sum, { cost_usd }) => sum + cost_usd, 0);
    assert.ok(Math.abs(total - (result.total_cost_usd ?? 0)) < 0.02);
  });

  it('leave words of hours alone where intervals are hours', () => {
    const explanation = { statement: 'At hour 3 the price is 5.', data: { hour: 3 } };
    assert.equal(intervalWords(explanation), explanation);
    assert.deepEqual(horizonFacts({ ...payload, interval_minutes: undefined }), { horizon_h: 4 });
  });
});
