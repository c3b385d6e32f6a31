/**
 * Figures of the control room: mean prices over buses, the hour that is shown first, and the upper end of the price
 * axis.
 */
import assert from 'node:assert/strict';
import { NONE, toMatrix, toSums } from '../../../../../api/web/results/matrix.ts';
import { dearestHour, priceScale } from '../../../../../api/web/results/price-scale.ts';
import {
  between,
  closer,
  figuresOf,
  hourAfter,
  priceCut,
  roomOf,
  spanOf,
  spanText,
} from '../../../../../api/web/results/room.ts';
import { roomOption } from '../../../../../api/web/results/room-chart.ts';
import { groupsOf, unitRows } from '../../../../../api/web/results/sources.ts';
import { aUnit } from './a-unit.ts';

const flat = {
  commitment: NONE,
  startup: toMatrix({ G: [1, 0, 1] }),
  dispatch_mw: toMatrix({ G: [90, 99, 60] }),
};
const caseFacts = {
  generators: [],
  loads: toSums([
    ['1', [60, 50, 60]],
    ['2', [30, 50, 0]],
  ]),
};
const room = (lmp: Record<string, number[]>, more = {}) =>
  roomOf({ ...flat, lmp: toMatrix(lmp), ...more }, caseFacts);

describe('the control room of a result', () => {
  it('has the lowest, mean and highest price of each hour', () => {
    const { prices } = room({ bus_1: [10, 20, -5], bus_2: [40, 20, 30] });
    assert.ok(prices);
    assert.deepEqual([...prices.low], [10, 20, -5]);
    assert.deepEqual([...prices.mean], [20, 20, -5]);
    assert.deepEqual([...prices.high], [40, 20, 30]);
  });

  it('has figures of the kept hours, without the look-ahead', () => {
    const lmp = { bus_1: [10, 20, -5], bus_2: [40, 20, 90] };
    const schedule = { ...flat, lmp: toMatrix(lmp) };
    const [all, keptOnly] = [3, 2].map((hours) => figuresOf(room(lmp), schedule, caseFacts, hours));
    // Energy and price: 60 MWh at 10 $/MWh, 30 at 40, 100 at 20; then 60 at -5.
    assert.deepEqual([keptOnly?.mean, all?.mean], [(1800 + 2000) / 190, (3800 - 300) / 250]);
    assert.deepEqual([keptOnly?.highest?.usd, all?.highest?.usd], [40, 90]);
    assert.deepEqual([keptOnly?.load, all?.load, keptOnly?.starts, all?.starts], [190, 250, 1, 2]);
  });

  it('opens in the dearest hour, else in that of the largest load', () => {
    assert.equal(room({ bus_1: [10, 20, 50], bus_2: [10, 20, 50] }).first, 2);
    assert.equal(room({ bus_1: [10, 10, 10], bus_2: [10, 10, 10] }).first, 1);
    assert.equal(room({}).first, 1);
    assert.equal(dearestHour(toMatrix({ bus_1: [40, 20], bus_2: [0, 30] })), 1);
    assert.equal(dearestHour(toMatrix({ bus_1: [40, 20], bus_2: [10, 30] })), undefined);
  });

  const usual = Array.from({ length: 24 }, () => 30);
  const few = Array.from({ length: 4 }, () => 1000);
  for (const [what, prices, cut, mean = undefined] of [
    ['as they are, where all are usual', [usual], {}],
    ['as they are, where the highest is not far above', [[...usual, 60]], {}],
    ['cut off where an hour is far above the others', [[...usual, 1000]], { max: 45 }],
    ['cut off below, too', [[...usual, -500, 1000]], { max: 45, min: -1.5 }],
    [
      'cut off where a few buses are far above, however many hours',
      [usual.slice(14), [...usual.slice(18), ...few]],
      { max: 150 },
      100,
    ],
  ] as const)
    it(`draws prices ${what}`, () => {
      const { prices: band } = room(Object.fromEntries(prices.map((usd, i) => [`bus_${i + 1}`, [...usd]])));
      assert.ok(band);
      const means = band.mean.map((usd, hour) => (hour < 6 ? usd : (mean ?? usd)));
      assert.deepEqual(priceCut({ ...band, mean: means }), cut);
    });

  it('draws the hours of a part of the horizon', () => {
    const { series } = roomOption(room({ bus_1: [10, 20, -5] }), { from: 1, to: 3 }) as {
      series: { name: string; data: unknown[] }[];
    };
    const dataOf = (seriesName: string) => series.find(({ name }) => name === seriesName)?.data;
    assert.deepEqual(dataOf('Other units'), [99, 60]);
    assert.deepEqual(dataOf('Load'), [100, 60, 60]);
    assert.deepEqual(dataOf('Mean'), [20, -5, -5]);
  });

  it('counts starts, load not served, curtailment, and storage below zero', () => {
    const facts = room(
      { bus_1: [1, 1, 1] },
      {
        unserved_mw: toMatrix({ bus_1: [0, 2, 0], bus_2: [0, 3, 0] }),
        curtailment_mw: toMatrix({ W: [0, 0, 7] }),
        storage: { charge_mw: toMatrix({ S: [4, 0, 0] }), discharge_mw: toMatrix({ S: [0, 0, 3] }) },
      },
    );
    assert.deepEqual([...facts.unserved], [0, 5, 0]);
    assert.deepEqual([...facts.curtailed], [0, 0, 7]);
    assert.deepEqual([...facts.charging], [-4, 0, 0]);
    assert.equal(facts.starts, 2);
    assert.deepEqual(
      facts.layers.map(({ name }) => name),
      ['Other units'],
    );
  });
});

describe('the units of the control room', () => {
  const generators = [
    aUnit({ name: 'W', p_max: 10, fuel: 'oil' }),
    aUnit({ name: 'A10', p_max: 10, fuel: 'coal' }),
    aUnit({ name: 'A9', p_max: 20, fuel: 'coal' }),
    aUnit({ name: 'never', p_max: 90, fuel: 'oil' }),
  ];
  const none = [0, 0, 0];
  const rows = () =>
    unitRows(
      {
        dispatch_mw: toMatrix({ W: [0, 40, 0], A10: [0, 0, 10], A9: [20, 0, 0], never: none }),
        commitment: toMatrix({ W: [0, 1, 1], A10: [0, 0, 1], A9: [1, 0, 0], never: none }),
      },
      generators,
      groupsOf({ generators }, 'fuel'),
    );

  it('are shaded by their output, each kind under its head, the largest first; off is 0', () => {
    const { names, heads, values } = rows();
    assert.deepEqual(names, ['Coal', 'A9', 'A10', 'Oil', 'never', 'W']);
    assert.deepEqual([...heads.keys()], [0, 3]);
    assert.deepEqual(
      [...values].map((shade) => Math.round(100 * shade)),
      [...none, ...[100, 0, 0], ...[0, 0, 100], ...none, ...none, ...[0, 100, 15]],
    );
  });
});

describe('the hours that the address names', () => {
  it('are all of them where it names none that are there', () => {
    assert.deepEqual(spanOf('12-19', 24), { from: 12, to: 20 });
    assert.deepEqual(spanOf('12-99', 24), { from: 12, to: 24 });
    for (const text of [undefined, '', '24-30', '9-3', '-1-4', 'a-b', '1.5-3'])
      assert.deepEqual(spanOf(text, 24), { from: 0, to: 24 }, text);
    assert.equal(spanText({ from: 12, to: 20 }, 24), '12-19');
    assert.equal(spanText({ from: 0, to: 24 }, 24), undefined);
  });

  it('are halved around the hour that is shown, down to one', () => {
    assert.deepEqual(closer({ from: 0, to: 24 }, 0), { from: 0, to: 12 });
    assert.deepEqual(closer({ from: 0, to: 24 }, 16), { from: 10, to: 22 });
    assert.deepEqual(closer({ from: 20, to: 24 }, 23), { from: 22, to: 24 });
    assert.deepEqual(closer({ from: 5, to: 6 }, 5), { from: 5, to: 6 });
    assert.deepEqual(between(9, 7), { from: 7, to: 10 });
  });

  it('are stepped through by keys', () => {
    const span = { from: 3, to: 8 };
    const led = (key: string, hour: number) => hourAfter(key, hour, span);
    assert.deepEqual([led('ArrowLeft', 5), led('ArrowRight', 5)], [4, 6]);
    assert.deepEqual([led('ArrowLeft', 3), led('ArrowRight', 7)], [3, 7]);
    assert.deepEqual([led('Home', 5), led('End', 5), led('x', 5)], [3, 7, undefined]);
  });
});

describe('the colours of prices', () => {
  it('end where most prices end, and the legend knows the others', () => {
    const even = priceScale(toMatrix({ bus_1: Array.from({ length: 100 }, (_, hour) => hour) }));
    assert.deepEqual([even.low, even.high, even.ends], [1, 98, [0, 99]]);
    const peak = priceScale(
      toMatrix({ bus_1: [...Array.from({ length: 95 }, () => 30), 1000, 1000, 1000, 1000, 13] }),
    );
    assert.deepEqual([peak.high, peak.ends], [45, [13, 1000]]);
  });
});
