/** Pure functions that the questions with a solve use. */
import assert from 'node:assert/strict';
import { bindingChanges } from '../../../../../api/analyst/why/changes.ts';
import { compareCosts } from '../../../../../api/analyst/why/cost-words.ts';
import { suppose } from '../../../../../api/analyst/why/suppose.ts';
import { commitmentRule, commitmentRun } from '../../../../../temporal/case/explain/commitment-rules.ts';
import { unitCosts } from '../../../../../temporal/case/explain/costs.ts';
import type { SolvePayload } from '../../../../../temporal/case/schema.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';
import { solve } from '../../../../support/engine/solve.ts';
import { readTsv } from '../../../../support/read-tsv.ts';
import { saidOf } from '../../../../support/said-of.ts';

const solved = ([objective_value, lower_bound_usd]: readonly [number | null, number | null]) => ({
  objective_value,
  lower_bound_usd,
  cost_breakdown: null,
});

describe('the comparison of two costs', () => {
  const columns = ['it', 'base', 'alternative', 'restricted', 'found'] as const;
  for (const row of readTsv('analyst/cost-comparisons.tsv', columns))
    it(row.it, () => {
      const [base, alternative] = [row.base, row.alternative].map((text) => solved(JSON.parse(text)));
      assert.ok(base && alternative);
      const cost = compareCosts(base, alternative, row.restricted === 'true');
      const differences = cost && [
        cost.cost_difference_usd,
        cost.least_difference_usd,
        cost.most_difference_usd,
        cost.within_tolerance,
        cost.cost_difference_percent,
      ];
      assert.deepEqual(differences, JSON.parse(row.found));
    });
});

describe('the costs of units', () => {
  it('add up to those of the schedule, with curves and start-up categories', async () => {
    const cost_curve = [
      { mw: 20, usd_per_h: 300 },
      { mw: 60, usd_per_h: 900 },
      { mw: 100, usd_per_h: 1900 },
    ];
    const startup_categories = [
      { lag_h: 1, cost_usd: 100 },
      { lag_h: 3, cost_usd: 250 },
    ];
    const generators = [
      aUnit('flat', { no_load_cost: 30, p_max: 90 }),
      aUnit('curved', { p_min: 20, cost_curve }),
      aUnit('tiered', { p_min: 20, marginal_cost: 30, startup_categories, initial_status: -1 }),
    ];
    const values = [230, 100, 80, 80, 250];
    const payload = { generators, loads: [{ bus: 1, values }], horizon: 5 };
    const result = await solve('uc', payload);
    const costs = unitCosts(payload, result);
    const total = (key: 'energy_usd' | 'no_load_usd' | 'startup_usd') =>
      Math.round(costs.reduce((sum, cost) => sum + cost[key], 0) * 1e6) / 1e6;
    const { energy_usd = 0, no_load_usd = 0, startup_usd = 0 } = result.cost_breakdown ?? {};
    // The unit is off for one hour before the first start, and for three before the second.
    assert.equal(startup_usd, 100 + 250);
    assert.equal(total('startup_usd'), startup_usd);
    assert.equal(total('energy_usd') + total('no_load_usd'), energy_usd + no_load_usd);
    assert.equal(costs[0]?.no_load_usd, 5 * 30);
  });
});

describe('the run of a unit around an hour', () => {
  const unit = aUnit('a', { min_uptime: 3, min_downtime: 2, initial_status: 1 });
  const rows: [string, number[], number, [number, number, boolean]][] = [
    ['that is as short as min_uptime allows binds', [0, 1, 1, 1, 0], 2, [1, 3, true]],
    ['that is longer does not', [0, 1, 1, 1, 1, 0], 2, [1, 4, false]],
    ['counts the hours on before the first', [1, 1, 0, 0], 0, [0, 1, true]],
    ['that ends with the horizon is left open', [0, 1, 1, 1], 3, [1, 3, false]],
    ['off binds by min_downtime', [1, 0, 0, 1], 1, [1, 2, true]],
  ];
  for (const [reading, states, hour, [from, to, binding]] of rows) {
    it(reading, () => {
      const run = commitmentRun(unit, states, hour);
      assert.deepEqual([run.from_hour, run.to_hour, run.binding], [from, to, binding]);
    });
  }
  it('counts its part before the first hour, which is a run of its own where the first hour is another', () => {
    const states = [1, 1, 0];
    const length = (initial_status: number, hour: number) =>
      commitmentRun({ ...unit, initial_status }, states, hour).length_h;
    assert.deepEqual([length(3, 0), length(-3, 0), length(-3, -1), length(3, 2)], [5, 2, 3, 1]);
  });
});

describe('a supposed change', () => {
  const base: SolvePayload = {
    generators: [aUnit('G1', { fuel: 'coal' }), aUnit('G2', { fuel: 'gas' })],
    loads: [
      { bus: 1, values: [50] },
      { bus: 2, values: [10] },
    ],
    horizon: 1,
    transmission_lines: [
      { id: 'L1', from_bus: 1, to_bus: 2, x_pu: 0.1, rating_mw: 30, emergency_rating_mw: 40 },
      {
        id: 'L2',
        from_bus: 1,
        to_bus: 2,
        x_pu: 0.1,
        rating_mw: [50],
        emergency_rating_mw: [60],
      },
    ],
    contingencies: [{ id: 'C', generators: ['G2'] }],
    renewables: [{ name: 'W', bus: 1, p_min: [2], p_max: [8] }],
    reserves: [{ name: 'spin', mw: 5 }],
    fixed_commitment: [{ generator: 'G2', hour: 0, on: false }],
  };
  for (const row of readTsv('analyst/supposed-changes.tsv', ['it', 'change', 'changed']))
    it(row.it, () => {
      const expected = JSON.parse(row.changed);
      assert.deepEqual(saidOf(suppose(base, JSON.parse(row.change), 168), expected), expected);
    });
});

describe('the reason of a commitment without a solve', () => {
  const unit = aUnit('a', { min_uptime: 5, initial_status: 2, min_downtime: 4 });
  const off = { ...unit, initial_status: -1 };
  const payload: SolvePayload = { generators: [unit], loads: [], horizon: 6 };
  const fixed = { ...payload, fixed_commitment: [{ generator: 'a', hour: 4, on: true }] };
  const rows: [string, ReturnType<typeof commitmentRule>, string | undefined, number | null][] = [
    ['the minimum up time that is left', commitmentRule(payload, unit, 2, true), 'min_uptime', 3],
    ['nothing once it is over', commitmentRule(payload, unit, 3, true), undefined, null],
    ['the minimum down time that is left', commitmentRule(payload, off, 2, false), 'min_downtime', 3],
    ['nothing of a unit that was in the other state', commitmentRule(payload, off, 0, true), undefined, null],
    ['must_run', commitmentRule(payload, { ...unit, must_run: true }, 5, true), 'must_run', null],
    ['what the case fixes', commitmentRule(fixed, unit, 4, true), 'fixed_commitment', null],
  ];
  for (const [reading, rule, name, until] of rows) {
    it(`is ${reading}`, () => assert.deepEqual([rule?.rule, rule?.held_until_hour ?? null], [name, until]));
  }
});

describe('binding lines of two solves', () => {
  it('count hours once, contingencies apart, the largest change first', () => {
    const at = (line_id: string, hour: number, contingency_id: string | null = null) => ({
      line_id,
      contingency_id,
      hour,
      flow_mw: 1,
      limit_mw: 1,
      shadow_price_usd_per_mwh: 1,
    });
    const base = [at('A', 0), at('A', 1), at('B', 0)];
    const alternative = [at('A', 0), at('A', 1), at('B', 0, 'C'), at('B', 0, 'C'), at('B', 1, 'C')];
    assert.deepEqual(
      bindingChanges(base, alternative).map((change) => Object.values(change)),
      [
        ['B', 'C', 0, 2],
        ['B', null, 1, 0],
        ['A', null, 2, 2],
      ],
    );
  });
});
