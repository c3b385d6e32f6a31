/** The figures of the control room: prices over buses, the hour to open in, where the axis of prices ends. */
import assert from 'node:assert/strict';
import { NONE, toMatrix, toSums } from '../../../../../api/web/results/matrix.ts';
import { dearestHour, priceScale } from '../../../../../api/web/results/price-scale.ts';
import { dearest, meanPrice, priceCut, roomOf, unitShades } from '../../../../../api/web/results/room.ts';

const flat = {
  commitment: NONE,
  startup: toMatrix({ G: [1, 0, 1] }),
  dispatch_mw: toMatrix({ G: [90, 99, 60] }),
};
const room = (lmp: Record<string, number[]>, more = {}) =>
  roomOf(
    { ...flat, lmp: toMatrix(lmp), ...more },
    {
      generators: [],
      loads: toSums([
        ['1', [60, 50, 60]],
        ['2', [30, 50, 0]],
      ]),
    },
  );

describe('the control room of a result', () => {
  it('has the lowest, mean and highest price of each hour and where they are', () => {
    const { prices, load } = room({ bus_1: [10, 20, -5], bus_2: [40, 20, 30] });
    assert.ok(prices);
    assert.deepEqual([...prices.low], [10, 20, -5]);
    assert.deepEqual([...prices.mean], [20, 20, -5]);
    assert.deepEqual([...prices.high], [40, 20, 30]);
    assert.deepEqual([prices.lowAt[2], prices.highAt[0]], ['bus_1', 'bus_2']);
    assert.deepEqual(dearest(prices), { hour: 0, price: 40, bus: 'bus_2' });
    // 90 MWh at 20, 100 at 20, 60 at -5.
    assert.equal(meanPrice(prices, load), (190 * 20 - 60 * 5) / 250);
  });

  it('opens in the dearest hour, else in that of the largest load', () => {
    assert.equal(room({ bus_1: [10, 20, 50], bus_2: [10, 20, 50] }).first, 2);
    assert.equal(room({ bus_1: [10, 10, 10], bus_2: [10, 10, 10] }).first, 1);
    assert.equal(room({}).first, 1);
    assert.equal(dearestHour(toMatrix({ bus_1: [40, 20], bus_2: [0, 30] })), 1);
    assert.equal(dearestHour(toMatrix({ bus_1: [40, 20], bus_2: [10, 30] })), undefined);
  });

  it('draws prices cut off where a few hours are far above the others', () => {
    const usual = Array.from({ length: 24 }, () => 30);
    const band = (high: number[]) => {
      const { prices } = room({ bus_1: high });
      assert.ok(prices);
      return priceCut(prices);
    };
    assert.equal(band(usual), undefined);
    assert.equal(band([...usual, 1000]), 45);
    assert.equal(band([...usual, 60]), undefined);
  });

  it('counts starts, load that is not served, what is curtailed, and what storage takes below zero', () => {
    const found = room(
      { bus_1: [1, 1, 1] },
      {
        unserved_mw: toMatrix({ bus_1: [0, 2, 0], bus_2: [0, 3, 0] }),
        curtailment_mw: toMatrix({ W: [0, 0, 7] }),
        storage: { charge_mw: toMatrix({ S: [4, 0, 0] }), discharge_mw: toMatrix({ S: [0, 0, 3] }) },
      },
    );
    assert.deepEqual([...found.unserved], [0, 5, 0]);
    assert.deepEqual([...found.curtailed], [0, 0, 7]);
    assert.deepEqual([...found.charging], [-4, 0, 0]);
    assert.equal(found.starts, 2);
    assert.deepEqual(
      found.layers.map(({ name }) => name),
      ['G', 'S'],
    );
  });
});

describe('the units of the control room', () => {
  it('are shaded by their output, kind after kind, the largest first; off is 0', () => {
    const unit = {
      bus: 1,
      p_min: 0,
      marginal_cost: 1,
      no_load_cost: 0,
      initial_status: 1,
      startup_cost: 0,
      ramp_up: null,
      ramp_down: null,
      min_uptime: 1,
      min_downtime: 1,
    };
    const generators = [
      { ...unit, name: 'W', p_max: 10, fuel: 'oil' },
      { ...unit, name: 'A', p_max: 10, fuel: 'coal' },
      { ...unit, name: 'B', p_max: 20, fuel: 'coal' },
    ];
    const series = { W: [0, 10, 0], A: [0, 0, 10], B: [20, 0, 0] };
    const shades = unitShades(
      {
        dispatch_mw: toMatrix(series),
        commitment: toMatrix({ W: [0, 1, 1], A: [0, 0, 1], B: [1, 0, 0] }),
        startup: NONE,
        lmp: NONE,
      },
      { generators, loads: NONE },
    );
    assert.deepEqual(shades.names, ['B', 'A', 'W']);
    assert.deepEqual(
      [...shades.values].map((shade) => Math.round(100 * shade)),
      [...[100, 0, 0], ...[0, 0, 100], ...[0, 100, 15]],
    );
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
