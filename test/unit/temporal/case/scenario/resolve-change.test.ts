import assert from 'node:assert/strict';
import type { Variable } from '../../../../../temporal/case/messages/matrix.ts';
import type { SolvePayload } from '../../../../../temporal/case/messages/payload.ts';
import { type Change, UnknownVariable } from '../../../../../temporal/case/scenario/change.ts';
import { resolveChange } from '../../../../../temporal/case/scenario/resolve-change.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';

const BASE: SolvePayload = {
  generators: [
    aUnit('G.1', { fuel: 'Natural Gas' }),
    aUnit('coal-2', { cost_curve: [{ mw: 100, usd_per_h: 2000 }] }),
    aUnit('W1', { fuel: 'wind', p_max_profile: [50] }),
  ],
  loads: [
    { bus: 1, values: [80] },
    { bus: 2, values: [20] },
    { bus: 1, values: [5] },
  ],
  horizon: 1,
  transmission_lines: [{ id: 'L1', from_bus: 1, to_bus: 2, x_pu: 0.1, rating_mw: 60 }],
  renewables: [
    { name: 'Solar North', bus: 1, p_min: [0], p_max: [30] },
    { name: 'Wind South', bus: 2, p_min: [0], p_max: [40] },
    { name: 'tidal', bus: 2, p_min: [0], p_max: [4] },
  ],
  storage: [
    {
      name: 'B1',
      bus: 1,
      energy_mwh: 10,
      charge_mw: 5,
      discharge_mw: 5,
      efficiency: 0.9,
      initial_mwh: 5,
      final_mwh: 5,
    },
  ],
  reserves: [{ name: 'spin', mw: 10 }],
};

const range = (name: string, changes: Partial<Variable> = {}): Variable => ({
  name,
  type: 'continuous',
  min: 0,
  max: 1,
  ...changes,
});
const resolve = (name: string, changes: Partial<Variable> = {}): Change =>
  resolveChange(range(name, changes), BASE);
const targets = (name: string) => resolve(name).targets;
const generators = (positions: number[], ...fields: string[]) => ({
  collection: 'generators',
  positions,
  fields,
});

describe('resolveChange', () => {
  it('multiplies by patterns and replaces by exact paths, unless a mode is given', () => {
    assert.equal(resolve('load_multiplier').mode, 'multiply');
    assert.equal(resolve('load', { mode: 'add' }).mode, 'add');
    assert.equal(resolve('loads.1.values').mode, 'absolute');
    assert.equal(resolve('loads.1.values', { mode: 'multiply' }).mode, 'multiply');
  });

  it('finds all loads by load* and demand*, in any case', () => {
    for (const name of ['load', 'Load_scale', 'DEMAND growth', 'load_price', 'demand_limit']) {
      assert.deepEqual(targets(name), [{ collection: 'loads', positions: [0, 1, 2], fields: ['values'] }]);
    }
  });

  it('finds marginal costs and cost curves by prices and costs', () => {
    for (const name of ['fuel_price', 'Fuel', 'carbon price', 'COST', 'line_cost']) {
      assert.deepEqual(targets(name), [
        generators([0, 1, 2], 'marginal_cost'),
        generators([1], 'cost_curve.usd_per_h'),
      ]);
    }
  });

  it('keeps to the units of the fuel that a name speaks of', () => {
    for (const name of ['gas', 'gas_price', 'natural_gas_cost', 'fuel.naturalgas']) {
      assert.deepEqual(targets(name), [generators([0], 'marginal_cost')]);
    }
    assert.deepEqual(targets('fuel_wind'), [generators([2], 'marginal_cost')]);
  });

  it('tells a fuel of two words from others with one of these words', () => {
    const base = {
      ...BASE,
      generators: [aUnit('A', { fuel: 'Natural Gas' }), aUnit('B', { fuel: 'Landfill Gas' })],
    };
    const { targets } = resolveChange(range('natural_gas_price'), base);
    assert.deepEqual(targets, [generators([0], 'marginal_cost')]);
  });

  it('takes the fuel of a unit that states none from its name', () => {
    assert.deepEqual(targets('coal_price'), [
      generators([1], 'marginal_cost'),
      generators([1], 'cost_curve.usd_per_h'),
    ]);
  });

  it('finds a fuel of two letters only as a word of its own', () => {
    const base = { ...BASE, generators: [aUnit('A', { fuel: 'NG' }), aUnit('B', { fuel: 'x' })] };
    const marginal = (name: string) => resolveChange(range(name), base).targets;
    assert.deepEqual(marginal('ng_price'), [generators([0], 'marginal_cost')]);
    assert.deepEqual(marginal('pricing_costs'), [generators([0, 1], 'marginal_cost')]);
  });

  it('finds wind and solar among renewables and generators', () => {
    const renewables = (...positions: number[]) => ({
      collection: 'renewables',
      positions,
      fields: ['p_max'],
    });
    const wind = [generators([2], 'p_max'), generators([2], 'p_max_profile')];
    assert.deepEqual(targets('wind_output'), [renewables(1), ...wind]);
    assert.deepEqual(targets('Solar'), [renewables(0)]);
    assert.deepEqual(targets('renewable_limit'), [renewables(0, 1, 2), ...wind]);
  });

  it('finds the ratings of lines', () => {
    for (const name of ['line_rating', 'transmission', 'flow limit']) {
      assert.deepEqual(targets(name), [
        { collection: 'transmission_lines', positions: [0], fields: ['rating_mw', 'emergency_rating_mw'] },
      ]);
    }
  });

  it('finds exactly what a path names, also with dots in a name', () => {
    assert.deepEqual(targets('generators.G.1.p_max'), [generators([0], 'p_max')]);
    assert.deepEqual(targets('generators.*.marginal_cost'), [generators([0, 1, 2], 'marginal_cost')]);
    assert.deepEqual(targets('loads.1.values'), [
      { collection: 'loads', positions: [0, 2], fields: ['values'] },
    ]);
    for (const path of [
      'transmission_lines.L1.x_pu',
      'renewables.tidal.p_max',
      'storage.B1.energy_mwh',
      'reserves.spin.mw',
    ]) {
      assert.deepEqual(resolve(path).mode, 'absolute');
    }
  });

  it('finds the settings', () => {
    const solver = resolve('solver', { type: 'categorical', values: ['highs', 'cbc'] });
    assert.deepEqual(solver, { name: 'solver', mode: 'absolute', targets: [{ setting: 'solver' }] });
    assert.deepEqual(targets('mip_gap'), [{ setting: 'mip_gap' }]);
  });

  const refuses = (name: string, message: RegExp, changes: Partial<Variable> = {}, base = BASE) =>
    assert.throws(
      () => resolveChange(range(name, changes), base),
      (error) => error instanceof UnknownVariable && error.variable === name && message.test(error.message),
    );

  it('says in plain words what is missing, and which forms there are', () => {
    refuses('generators.G9.p_max', /^generators\.G9\.p_max: there is no generator G9\. Accepted: load\*/);
    refuses('loads.7.values', /there is no load at bus 7\./);
    refuses('generators.G.1.bus', /generators have no numeric field bus, but p_max, p_min/);
    refuses('weather', /there is no such variable/);
    refuses('generators.G1', /three parts/);
    refuses('oil_price', /no generator with fuel oil/);
  });

  it('takes no exact path for a pattern', () => {
    refuses('transmission_lines.L9.rating_mw', /there is no transmission line L9/);
    refuses('Loads.9.values', /there is no load at bus 9/);
    refuses('loads', /./, {}, { ...BASE, loads: [] });
  });

  it('refuses what matches nothing in the base', () => {
    const bare: SolvePayload = { generators: [aUnit('A')], loads: [], horizon: 1 };
    refuses('load', /there are no loads/, {}, bare);
    refuses('solar', /there is no solar unit/, {}, bare);
    refuses('renewables', /there is no wind or solar unit/, {}, bare);
    refuses('line', /there are no transmission lines/, {}, bare);
    refuses('storage.*.energy_mwh', /there are no storage/, {}, bare);
  });

  it('does not reach a prototype by any name', () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      refuses(name, /there is no such variable/);
      refuses(`${name}.a.b`, /there is no such variable/);
      refuses(`generators.${name}.p_max`, /there is no generator/);
      refuses(`generators.G.1.${name}`, /no numeric field/);
    }
  });

  it('refuses values that the target cannot take', () => {
    refuses('solver', /one of highs, cbc/, { type: 'categorical', values: ['highs', 'glpk'] });
    refuses('solver', /one of highs/);
    refuses('solver', /can only be absolute, not multiply/, { mode: 'multiply' });
    refuses('mip_gap', /the value is 2, not a number from 0 to 1/, { max: 2 });
    refuses('mip_gap', /from 0 to 1/, { type: 'discrete', values: [0.1, -1] });
    refuses('load', /the value is high, not a number/, { type: 'categorical', values: ['high'] });
  });
});
