import assert from 'node:assert/strict';
import { startupCost } from '../../../../activities/rolling/startup-cost.ts';
import { aUnit } from '../../../support/a-unit.ts';

const unit = (initial_status: number) =>
  aUnit('g', {
    initial_status,
    startup_categories: [
      { lag_h: 2, cost_usd: 100 },
      { lag_h: 5, cost_usd: 300 },
    ],
  });

describe('startupCost', () => {
  it('counts the hours off before the first hour', () => {
    assert.equal(startupCost(unit(-3), [0, 1], 2), 100);
    assert.equal(startupCost(unit(-3), [0, 0, 1], 3), 300);
  });
  it('pays the first category for a shorter stop, and every start', () => {
    assert.equal(startupCost(unit(9), [0, 1, 0, 0, 0, 0, 0, 1], 8), 400);
  });
  it('pays nothing for staying on and nothing beyond the hours asked for', () => {
    assert.equal(startupCost(unit(9), [1, 1, 0, 0, 1], 4), 0);
  });
  it('falls back to the one start-up cost', () => {
    assert.equal(startupCost(aUnit('g', { startup_cost: 70, initial_status: 0 }), [1, 0, 1], 3), 140);
  });
});
