import assert from 'node:assert/strict';
import { productionCost } from '../../../../activities/rolling/production-cost.ts';
import { aUnit } from '../../../support/a-unit.ts';

describe('productionCost', () => {
  it('is no-load and marginal cost', () => {
    const unit = aUnit('g', { marginal_cost: 20, no_load_cost: 5 });
    assert.deepEqual(productionCost(unit, 10), { energy: 200, noLoad: 5 });
  });
  it('runs along the curve and beyond its ends', () => {
    const cost_curve = [
      { mw: 10, usd_per_h: 100 },
      { mw: 20, usd_per_h: 200 },
      { mw: 30, usd_per_h: 400 },
    ];
    const at = (mw: number) => productionCost(aUnit('g', { cost_curve }), mw).energy;
    assert.deepEqual([5, 15, 25, 35].map(at), [50, 150, 300, 500]);
  });
  it('continues a curve of one point at the marginal cost', () => {
    const unit = aUnit('g', { marginal_cost: 4, cost_curve: [{ mw: 10, usd_per_h: 100 }] });
    assert.equal(productionCost(unit, 15).energy, 120);
  });
});
