/** The table of units, sorted and searched; and approximate prices. */
import assert from 'node:assert/strict';
import { NONE, toMatrix } from '../../../../../api/web/results/matrix.ts';
import { lmpText, markPrices, priceUnit } from '../../../../../api/web/results/price-words.ts';
import { sortedRows, unitFigures } from '../../../../../api/web/results/unit-table.ts';
import { aUnit } from './a-unit.ts';

const input = {
  generators: [
    aUnit({
      name: 'A',
      bus: 1,
      p_max: 50,
      fuel: 'coal',
      marginal_cost: 20,
      no_load_cost: 0,
      startup_cost: 100,
    }),
    aUnit({ name: 'gas 2', bus: 1, p_max: 90, marginal_cost: 30, no_load_cost: 5, startup_cost: 0 }),
  ],
  renewables: [{ name: 'W', bus: 2, p_min: [0, 0], p_max: [8, 9], fuel: 'wind' }],
};
const schedule = {
  commitment: toMatrix({ A: [0, 1], 'gas 2': [1, 1] }),
  startup: toMatrix({ A: [0, 1], 'gas 2': [0, 0] }),
  dispatch_mw: toMatrix({ A: [0, 40], 'gas 2': [90, 90] }),
  renewable_mw: toMatrix({ W: [8, 9] }),
  lmp: toMatrix({ bus_1: [30, 21], bus_2: [10, 0] }),
};

describe('the table of units', () => {
  it('has energy, hours on, starts, cost, revenue and uncovered cost', () => {
    assert.deepEqual(unitFigures(input, schedule), [
      {
        name: 'A',
        fuel: 'Coal',
        pmax: 50,
        energy: 40,
        on: 1,
        starts: 1,
        cost: 900,
        revenue: 840,
        uplift: 60,
      },
      {
        ...{ name: 'gas 2', fuel: 'Combined cycle (guessed)', pmax: 90, energy: 180, on: 2, starts: 0 },
        ...{ cost: 5410, revenue: 4590, uplift: 820 },
      },
      { name: 'W', fuel: 'Wind', pmax: 9, energy: 17, cost: 0, revenue: 80, uplift: 0 },
    ]);
    assert.equal(unitFigures(input, { ...schedule, lmp: NONE })[0]?.revenue, undefined);
  });
  it('is sorted by each of them and searched by name and fuel; units without a figure come last', () => {
    const all = unitFigures(input, schedule);
    const names = (sort: string, text = '') => sortedRows(all, sort, text).map(({ name }) => name);
    assert.deepEqual(names('-energy'), ['gas 2', 'A', 'W']);
    assert.deepEqual(names('name'), ['A', 'gas 2', 'W']);
    assert.deepEqual(names('-starts'), ['A', 'gas 2', 'W']);
    assert.deepEqual(names('-energy', 'WIND'), ['W']);
    assert.deepEqual(names('fuel', 'a'), ['A', 'gas 2']);
  });
});

describe('prices of a result', () => {
  afterEach(() => markPrices({}));
  it('carry their sign where they are approximate', () => {
    assert.deepEqual([lmpText(2), priceUnit()], ['$2.00/MWh', '$/MWh']);
    markPrices({ prices: 'approximate' });
    assert.deepEqual([lmpText(2), priceUnit()], ['≈ $2.00/MWh', '≈ $/MWh']);
  });
});
