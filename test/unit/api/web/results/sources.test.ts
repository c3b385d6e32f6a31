/** Layers of a dispatch, the cost of a unit, limits that bind, loadings. */
import assert from 'node:assert/strict';
import { bindingLimits, hoursInWords } from '../../../../../api/web/results/binding-limits.ts';
import { NONE, toMatrix } from '../../../../../api/web/results/matrix.ts';
import { fullestFirst, loadings } from '../../../../../api/web/results/network-facts.ts';
import { groupsOf, knowsFuels, layersOf } from '../../../../../api/web/results/sources.ts';
import { hourlyCost } from '../../../../../api/web/results/unit-cost.ts';

const UNIT = {
  name: 'G1',
  bus: 1,
  p_max: 100,
  p_min: 10,
  marginal_cost: 20,
  no_load_cost: 100,
  startup_cost: 1000,
  ramp_up: null,
  ramp_down: null,
  min_uptime: 1,
  min_downtime: 1,
  initial_status: -3,
};

describe('layers of a dispatch', () => {
  const dispatch = toMatrix({ coal1: [10, 10], gas: [1, 1], coal2: [5, 5], idle: [0, 0] });
  const given = {
    generators: [
      { ...UNIT, name: 'coal1', fuel: 'Coal' },
      { ...UNIT, name: 'coal2', fuel: 'hard coal' },
      { ...UNIT, name: 'gas', fuel: 'something' },
      { ...UNIT, name: 'idle', fuel: 'oil' },
    ],
    renewables: [{ name: 'R1', bus: 1, p_min: [0, 0], p_max: [2, 3] }],
  };
  const parts = { dispatch, renewables: toMatrix({ R1: [2, 3] }), discharge: NONE, given };

  it('adds the units of a kind, in the order of the kinds, but for kinds that give nothing', () => {
    const layers = layersOf(parts, 'fuel');
    assert.deepEqual(
      layers.map(({ name, values }) => [name, ...values]),
      [
        ['Coal', 15, 15],
        ['Combined cycle', 1, 1],
        ['Wind', 2, 3],
      ],
    );
  });
  it('adds storage to what it discharges', () => {
    const discharge = toMatrix({ battery: [0, 4] });
    const [, , , last] = layersOf({ ...parts, discharge }, 'fuel').toSorted((a, b) =>
      a.name === 'Storage' ? 1 : b.name === 'Storage' ? -1 : 0,
    );
    assert.deepEqual([last?.name, ...(last?.values ?? [])], ['Storage', 0, 4]);
  });
  it('keeps the largest units apart and adds the others', () => {
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`u${i}`, [i, i]]));
    const layers = layersOf({ ...parts, dispatch: toMatrix(many), renewables: NONE }, 'unit');
    const names = layers.map(({ name }) => name);
    assert.deepEqual([names.slice(0, 2), names.at(-1)], [['u19', 'u18'], '13 others']);
    assert.equal(new Set(layers.map(({ color }) => color)).size, layers.length);
    assert.equal(
      layers.reduce((total, { values }) => total + (values[0] ?? 0), 0),
      190,
    );
  });
});

describe('units without fuels', () => {
  const priced = (name: string, usd: number, p_max: number) => ({ ...UNIT, name, marginal_cost: usd, p_max });
  const generators = [
    ...[priced('u1', 30, 100), priced('u2', 10, 100), priced('u3', 10, 300), priced('u4', 90, 50)],
    {
      ...priced('u5', 999, 300),
      cost_curve: [
        { mw: 10, usd_per_h: 500 },
        { mw: 20, usd_per_h: 812 },
      ],
    },
  ];
  it('are put together by what their energy costs; the same cost is one band', () => {
    const dispatch = toMatrix({ u1: [1], u2: [2], u3: [4], u4: [8], u5: [16], solar: [32] });
    const renewables = [{ name: 'solar', bus: 1, p_min: [0], p_max: [40] }];
    const layers = layersOf(
      { dispatch, renewables: NONE, discharge: NONE, given: { generators, renewables } },
      'cost',
    );
    assert.deepEqual(
      layers.map(({ name, values }) => [name, ...values]),
      [
        ['$10/MWh', 6],
        ['$30–31/MWh', 17],
        ['$90/MWh', 8],
        ['Solar', 32],
      ],
    );
  });
  it('are those of a case whose larger part says nothing of its kind', () => {
    assert.equal(knowsFuels({ generators }), false);
    assert.equal(knowsFuels({ generators: [...generators, priced('coal', 1, 850)] }), true);
    assert.equal(knowsFuels({ generators: [] }), true);
    const { list, of } = groupsOf({ generators }, 'fuel');
    assert.deepEqual([list[of('u1')]?.name, list[of('unknown')]?.name], ['Other units', 'Other units']);
  });
});

describe('the cost of a unit', () => {
  it('is production, no-load and starts', () => {
    const hours = { on: [0, 1, 1], startup: [0, 1, 0], mw: [0, 10, 50] };
    assert.deepEqual(hourlyCost(UNIT, hours), [0, 1300, 1100]);
  });
  it('follows a curve, and the hours off before a start', () => {
    const unit = {
      ...UNIT,
      cost_curve: [
        { mw: 10, usd_per_h: 300 },
        { mw: 20, usd_per_h: 500 },
      ],
      startup_categories: [
        { lag_h: 1, cost_usd: 50 },
        { lag_h: 4, cost_usd: 90 },
      ],
    };
    const hours = { on: [0, 1, 0, 1], startup: [0, 1, 0, 1], mw: [0, 15, 0, 10] };
    assert.deepEqual(hourlyCost(unit, hours), [0, 490, 0, 350]);
  });
});

describe('limits that bind', () => {
  const binding = { contingency_id: null, limit_mw: 100, flow_mw: 100 };
  it('are put together by line and contingency, the dearest first', () => {
    const limits = bindingLimits([
      { ...binding, line_id: 'L1', hour: 4, shadow_price_usd_per_mwh: 1 },
      { ...binding, line_id: 'L2', hour: 3, shadow_price_usd_per_mwh: -9, contingency_id: 'C1' },
      { ...binding, line_id: 'L1', hour: 3, shadow_price_usd_per_mwh: 2 },
    ]);
    assert.deepEqual(
      limits.map(({ line, contingency, hours, worth }) => [line, contingency, hours, worth]),
      [
        ['L2', 'C1', [3], 9],
        ['L1', null, [3, 4], 3],
      ],
    );
  });
  it('say their hours as runs', () => {
    assert.equal(hoursInWords([1, 3, 4, 5, 9]), '1, 3 to 5, 9');
  });
});

describe('loadings', () => {
  it('stand with the fullest line first, one without a value last', () => {
    const { names, values } = fullestFirst(toMatrix({ a: [0.2, 0.5], b: [Number.NaN, 0], c: [0.9, 0.1] }));
    assert.deepEqual(
      [names, [...values.slice(0, 4)]],
      [
        ['c', 'a', 'b'],
        [0.9, 0.1, 0.2, 0.5],
      ],
    );
  });

  it('are shares of ratings, whatever the direction; without a rating there is none', () => {
    const flows = toMatrix({ L1: [50, -80], L2: [5, 5] });
    const line = { from_bus: 1, to_bus: 2, x_pu: 0.1 };
    const shares = loadings(flows, [
      { ...line, id: 'L1', rating_mw: 100 },
      { ...line, id: 'L2', rating_mw: null },
    ]);
    assert.deepEqual(shares.names, ['L1']);
    assert.deepEqual([...shares.values], [0.5, 0.8]);
  });
});
