import assert from 'node:assert/strict';
import {
  hourlyCosts,
  productionCost,
  shutdownCosts,
  startupCosts,
} from '../../../../../temporal/case/arithmetic/unit-cost.ts';
import type { Generator } from '../../../../../temporal/case/schema.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';

describe('productionCost', () => {
  it('is no-load and marginal cost', () => {
    const unit = aUnit('g', { marginal_cost: 20, no_load_cost: 5 });
    assert.deepEqual(productionCost(unit, 10, 0), { energy: 200, noLoad: 5 });
  });
  it('runs along the curve and beyond its ends', () => {
    const cost_curve = [
      { mw: 10, usd_per_h: 100 },
      { mw: 20, usd_per_h: 200 },
      { mw: 30, usd_per_h: 400 },
    ];
    const at = (mw: number) => productionCost(aUnit('g', { cost_curve }), mw, 0).energy;
    assert.deepEqual([5, 15, 25, 35].map(at), [50, 150, 300, 500]);
  });
  it('continues a curve of one point at the marginal cost', () => {
    const unit = aUnit('g', { marginal_cost: 4, cost_curve: [{ mw: 10, usd_per_h: 100 }] });
    assert.equal(productionCost(unit, 15, 0).energy, 120);
  });
});

const unit = (initial_status: number) =>
  aUnit('g', {
    initial_status,
    startup_categories: [
      { lag_h: 2, cost_usd: 100 },
      { lag_h: 5, cost_usd: 300 },
    ],
  });

const cost = (of: Generator, commitment: number[], hours: number): number => {
  const before = (t: number) => (t === 0 ? Number(of.initial_status > 0) : commitment[t - 1]);
  const startup = commitment.map((on, t) => Number(on === 1 && before(t) === 0));
  return startupCosts(of, { commitment, startup }, hours);
};

describe('startupCost', () => {
  it('counts the hours off before the first hour', () => {
    assert.equal(cost(unit(-3), [0, 1], 2), 100);
    assert.equal(cost(unit(-3), [0, 0, 1], 3), 300);
  });
  it('pays the first category for a shorter stop, and every start', () => {
    assert.equal(cost(unit(9), [0, 1, 0, 0, 0, 0, 0, 1], 8), 400);
  });
  it('pays nothing for staying on and nothing beyond the hours asked for', () => {
    assert.equal(cost(unit(9), [1, 1, 0, 0, 1], 4), 0);
  });
  it('falls back to the one start-up cost', () => {
    assert.equal(cost(aUnit('g', { startup_cost: 70, initial_status: 0 }), [1, 0, 1], 3), 140);
  });
  it('pays nothing for a unit that a dispatch runs without starting it', () => {
    assert.equal(startupCosts(unit(-9), { commitment: [1, 1], startup: [0, 0] }, 2), 0);
  });
});

describe('shutdownCosts', () => {
  const stops = (initial_status: number, commitment: number[], hours?: number) =>
    shutdownCosts({ shutdown_cost: 40, initial_status }, { commitment, startup: commitment }, hours);

  it('pays for every stop, in the first hour too', () => {
    assert.equal(stops(3, [0, 1, 0, 0, 1]), 80);
    assert.equal(stops(-3, [0, 1, 0, 0, 1]), 40);
  });
  it('pays nothing for a stop beyond the hours asked for', () => {
    assert.equal(stops(3, [1, 1, 0], 2), 0);
  });
  it('pays nothing in a dispatch, which has no starts', () => {
    const dispatch = { commitment: [1, 0], startup: [] };
    assert.equal(shutdownCosts({ shutdown_cost: 40, initial_status: 3 }, dispatch), 0);
  });
});

describe('hourlyCosts', () => {
  const STARTING = { marginal_cost: 20, no_load_cost: 100, startup_cost: 1000, initial_status: -3 };
  const cost_curve = [
    { mw: 10, usd_per_h: 300 },
    { mw: 20, usd_per_h: 500 },
  ];
  const categories = (lag_h: number) => [
    { lag_h: 1, cost_usd: 50 },
    { lag_h, cost_usd: 90 },
  ];
  for (const [what, change, on, startup, mw, costs, perHour = 1] of [
    ['is production, no-load and starts', {}, [0, 1, 1], [0, 1, 0], [0, 10, 50], [0, 1300, 1100]],
    [
      'follows a curve, and the hours off before a start',
      { cost_curve, startup_categories: categories(4) },
      ...[
        [0, 1, 0, 1],
        [0, 1, 0, 1],
        [0, 15, 0, 10],
        [0, 490, 0, 350],
      ],
    ],
    [
      'counts intervals as parts of an hour',
      { initial_status: -1, startup_categories: categories(1.5) },
      ...[
        [0, 0, 1, 1],
        [0, 0, 1, 0],
        [0, 0, 60, 30],
        [0, 0, 90 + 1300 / 4, 700 / 4],
      ],
      4,
    ],
  ] as const)
    it(what, () => {
      const generator = aUnit('g', { ...STARTING, ...change });
      const schedule = { commitment: on, startup, output: mw };
      const parts = hourlyCosts(generator, schedule, on.length, perHour);
      const total = (t: number): number =>
        (parts.energy[t] ?? 0) + (parts.noLoad[t] ?? 0) + (parts.startup[t] ?? 0);
      assert.deepEqual(
        costs.map((_, t) => total(t)),
        costs,
      );
    });
});
