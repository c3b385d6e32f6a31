import assert from 'node:assert/strict';
import { prepareCase } from '../../../../activities/engine/base/prepared-case.ts';
import { meritOrderPrices } from '../../../../activities/uc/merit-order.ts';
import type { SolvePayload } from '../../../../temporal/case/schema.ts';
import { aUnit } from '../../../support/cases/a-unit.ts';

const payload = (values: number[], more: Partial<SolvePayload> = {}): SolvePayload => ({
  generators: [aUnit('cheap', { no_load_cost: 200 }), aUnit('dear', { p_max: 50, marginal_cost: 30 })],
  loads: [{ bus: 1, values }],
  horizon: values.length,
  ...more,
});

const pricesOf = (given: SolvePayload) => meritOrderPrices(prepareCase(given, 'uc').instance);

describe('prices by merit order', () => {
  it('are those at full load of the last unit that is needed', () => {
    assert.deepEqual(pricesOf(payload([90, 100, 120, 500])), [[12, 12, 30, 30]]);
  });
  it('exclude the load covered by renewables, and units that must be off', () => {
    const wind = { name: 'wind', bus: 1, p_min: [0, 0], p_max: [90, 30] };
    assert.deepEqual(pricesOf(payload([90, 120], { renewables: [wind] })), [[0, 12]]);
    const fixed_commitment = [{ generator: 'cheap', hour: 0, on: false }];
    assert.deepEqual(pricesOf(payload([40, 40], { fixed_commitment })), [[30, 12]]);
  });
});
