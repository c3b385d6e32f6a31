/** Layers of a dispatch, binding limits, and loadings of lines. */
import assert from 'node:assert/strict';
import { NONE, toMatrix } from '../../../../../api/web/results/matrix.ts';
import { bindingLimits, fullestFirst, loadings } from '../../../../../api/web/results/network-facts.ts';
import { groupingOf, groupsOf, layersOf } from '../../../../../api/web/results/sources.ts';
import { aUnit } from './a-unit.ts';

const UNIT = aUnit({ no_load_cost: 100, startup_cost: 1000, initial_status: -3 });

const STORAGE = { bus: 1, charge_mw: 4, discharge_mw: 4, energy_mwh: 8, initial_mwh: 0, efficiency: 1 };

/** Names and values of layers. */
const layerTexts = (...of: Parameters<typeof layersOf>) =>
  layersOf(...of).map(({ name, values }) => [name, ...values]);

describe('layers of a dispatch', () => {
  const dispatch = toMatrix({ coal1: [10, 10], gas: [1, 1], coal2: [5, 5], idle: [0, 0] });
  const caseFacts = {
    generators: [
      { ...UNIT, name: 'coal1', fuel: 'Coal' },
      { ...UNIT, name: 'coal2', fuel: 'hard coal' },
      { ...UNIT, name: 'gas', fuel: 'something' },
      { ...UNIT, name: 'idle', fuel: 'oil' },
    ],
    renewables: [{ name: 'R1', bus: 1, p_min: [0, 0], p_max: [2, 3] }],
  };
  const parts = { dispatch, renewables: toMatrix({ R1: [2, 3] }), discharge: NONE, given: caseFacts };

  it('adds the units of a kind, in the order of the kinds, but for kinds that give nothing', () => {
    assert.deepEqual(layerTexts(parts, 'fuel'), [
      ['Coal', 15, 15],
      ['Combined cycle (guessed)', 1, 1],
      ['Wind (guessed)', 2, 3],
    ]);
  });
  it('adds storage to its discharge', () => {
    const discharge = toMatrix({ battery: [0, 4] });
    const storage = [{ ...STORAGE, name: 'battery' }];
    const layers = layerTexts({ ...parts, discharge, given: { ...caseFacts, storage } }, 'fuel');
    assert.deepEqual(
      layers.find(([name]) => name === 'Storage'),
      ['Storage', 0, 4],
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
  it('are grouped by the cost of their energy; equal costs are one band', () => {
    const dispatch = toMatrix({ u1: [1], u2: [2], u3: [4], u4: [8], u5: [16], solar: [32] });
    const renewables = [{ name: 'solar', bus: 1, p_min: [0], p_max: [40] }];
    const caseFacts = { generators, renewables };
    assert.deepEqual(layerTexts({ dispatch, renewables: NONE, discharge: NONE, given: caseFacts }, 'cost'), [
      ['$10/MWh', 6],
      ['$30–31/MWh', 17],
      ['$90/MWh', 8],
      ['Solar (guessed)', 32],
    ]);
  });
  it('are those of a case whose larger part has no kind', () => {
    assert.equal(groupingOf({ generators }), 'cost');
    assert.equal(groupingOf({ generators: [...generators, priced('coal', 1, 850)] }), 'fuel');
    assert.equal(groupingOf({ generators: [] }), 'fuel');
    const { list, of } = groupsOf({ generators }, 'fuel');
    assert.deepEqual([list[of('u1')]?.name, list[of('unknown')]?.name], ['Other units', 'Other units']);
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
});

describe('loadings', () => {
  it('stand with the fullest line first, one without a value last', () => {
    const { names, values } = fullestFirst(toMatrix({ a: [0.2, 0.5], b: [Number.NaN, 0], c: [0.9, 0.1] }));
    assert.deepEqual([...names, ...values.slice(0, 4)], ['c', 'a', 'b', 0.9, 0.1, 0.2, 0.5]);
  });

  it('are shares of ratings, in either direction, and undefined without a rating', () => {
    const flows = toMatrix({ L1: [50, -80], L2: [5, 5] });
    const { names, values } = loadings(flows, [
      { id: 'L1', rating_mw: 100 },
      { id: 'L2', rating_mw: null },
    ]);
    assert.deepEqual([...names, ...values], ['L1', 0.5, 0.8]);
  });

  it('are shares of the rating of the hour, and none where an hour has none', () => {
    const flows = toMatrix({ L1: [50, -80], L2: [5, 5], L3: [5, 5] });
    const { names, values } = loadings(flows, [
      { id: 'L1', rating_mw: [100, 160] },
      { id: 'L2', rating_mw: [null, 10] },
      { id: 'L3', rating_mw: [null, 0] },
    ]);
    assert.deepEqual([...names, ...values], ['L1', 'L2', 0.5, 0.5, Number.NaN, 0.5]);
  });
});
