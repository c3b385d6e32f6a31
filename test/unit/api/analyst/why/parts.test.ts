/** The pure parts of questions by computation. */
import assert from 'node:assert/strict';
import { unitCosts } from '../../../../../api/analyst/explain/costs.ts';
import { bindingChanges } from '../../../../../api/analyst/why/changes.ts';
import { commitmentRule, commitmentRun } from '../../../../../api/analyst/why/commitment-rules.ts';
import { compareCosts } from '../../../../../api/analyst/why/cost-words.ts';
import { type SupposedChange, suppose } from '../../../../../api/analyst/why/suppose.ts';
import type { SolvePayload } from '../../../../../temporal/case/messages/payload.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';
import { solve } from '../../../../support/engine/solve.ts';

const solved = (objective_value: number | null, lower_bound_usd: number | null) => ({
  objective_value,
  lower_bound_usd,
  cost_breakdown: null,
});

describe('the comparison of two costs', () => {
  it('is certain when the gaps do not reach across', () => {
    const cost = compareCosts(solved(1000, 999), solved(1100, 1098), true);
    assert.equal(cost?.cost_difference_usd, 100);
    assert.equal(cost?.cost_difference_percent, 10);
    assert.deepEqual([cost?.least_difference_usd, cost?.most_difference_usd], [98, 101]);
    assert.equal(cost?.within_tolerance, false);
  });

  it('is within tolerance when the gaps overlap', () => {
    const cost = compareCosts(solved(1000, 990), solved(1005, 995), true);
    assert.deepEqual([cost?.least_difference_usd, cost?.most_difference_usd], [0, 15]);
    assert.equal(cost?.within_tolerance, true);
  });

  it('lets no restriction be cheaper, whatever was found', () => {
    const cost = compareCosts(solved(1000, 990), solved(995, 980), true);
    assert.equal(cost?.cost_difference_usd, -5);
    assert.deepEqual([cost?.least_difference_usd, cost?.most_difference_usd], [0, 5]);
    assert.equal(cost?.within_tolerance, true);
  });

  it('of equal exact costs is certain: nothing', () => {
    assert.equal(compareCosts(solved(1000, 1000), solved(1000, 1000), true)?.within_tolerance, false);
  });

  it('without a bound cannot be certain', () => {
    assert.equal(compareCosts(solved(1000, null), solved(2000, null), false)?.within_tolerance, true);
  });

  it('is none without a schedule, and has no percent of nothing', () => {
    assert.equal(compareCosts(solved(null, null), solved(1, 1), false), null);
    assert.equal(compareCosts(solved(0, 0), solved(1, 1), false)?.cost_difference_percent, null);
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
    // Off for one hour before the first start, for three before the second.
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
    ],
    contingencies: [{ id: 'C', generators: ['G2'] }],
    renewables: [{ name: 'W', bus: 1, p_min: [2], p_max: [8] }],
    reserves: [{ name: 'spin', mw: 5 }],
    fixed_commitment: [{ generator: 'G2', hour: 0, on: false }],
  };
  const change = (what: SupposedChange) => suppose(base, what, 168);

  it('of the load is of every bus or of one', () => {
    assert.deepEqual(
      change({ kind: 'load', factor: 2 }).loads.map(({ values }) => values[0]),
      [100, 20],
    );
    const one = change({ kind: 'load', factor: 2, element: '2' });
    assert.deepEqual(
      one.loads.map(({ values }) => values[0]),
      [50, 20],
    );
  });

  it('of a fuel price is of the units that burn it', () => {
    const { generators } = change({ kind: 'fuel_price', factor: 1.5, element: 'coal' });
    assert.deepEqual(
      generators.map(({ marginal_cost }) => marginal_cost),
      [15, 10],
    );
  });

  it('of a line limit is of both ratings', () => {
    const [line] = change({ kind: 'line_limit', factor: 0.5, element: 'L1' }).transmission_lines ?? [];
    assert.deepEqual([line?.rating_mw, line?.emergency_rating_mw], [15, 20]);
  });

  it('of renewables keeps both ends in order', () => {
    const [wind] = change({ kind: 'renewable', factor: 0.1 }).renewables ?? [];
    assert.deepEqual([wind?.p_min, wind?.p_max], [[0.2], [0.8]]);
  });

  it('of a reserve is of its requirement', () => {
    assert.equal(change({ kind: 'reserve', factor: 3, element: 'spin' }).reserves?.[0]?.mw, 15);
  });

  it('that takes a unit out takes it out everywhere', () => {
    const { generators, contingencies, fixed_commitment } = change({ kind: 'unit_outage', element: 'G2' });
    assert.deepEqual(
      generators.map(({ name }) => name),
      ['G1'],
    );
    assert.deepEqual(contingencies, [{ id: 'C', generators: [] }]);
    assert.deepEqual(fixed_commitment, []);
  });
});

describe('what decides a commitment without a solve', () => {
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
      bindingChanges(base, alternative).map(
        ({ line_id, contingency_id, base_hours_binding, hours_binding }) => [
          line_id,
          contingency_id,
          base_hours_binding,
          hours_binding,
        ],
      ),
      [
        ['B', 'C', 0, 2],
        ['B', null, 1, 0],
        ['A', null, 2, 2],
      ],
    );
  });
});
