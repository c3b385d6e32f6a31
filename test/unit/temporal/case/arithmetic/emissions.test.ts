import assert from 'node:assert/strict';
import {
  emissionExcess,
  limitOfHours,
  unitEmissions,
  withEmissionCosts,
} from '../../../../../temporal/case/arithmetic/emissions.ts';
import type { SolvePayload } from '../../../../../temporal/case/schema.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';

const PAYLOAD: SolvePayload = {
  generators: [aUnit('A', { marginal_cost: 10, startup_cost: 100, co2_t_per_mwh: 0.5, co2_t_per_start: 4 })],
  loads: [
    { bus: 1, values: [10, 20, 30, 40] },
    { bus: 2, values: [0, 0, 50, 50] },
  ],
  horizon: 4,
  emission_limit_t: 100,
};

describe('emissions of a case', () => {
  it('add their price to the costs of units, and leave a payload without a price as it is', () => {
    assert.equal(withEmissionCosts(PAYLOAD), PAYLOAD);
    const [unit] = withEmissionCosts({ ...PAYLOAD, emission_price_usd_per_t: 20 }).generators;
    assert.equal(unit?.marginal_cost, 20);
    assert.equal(unit?.startup_cost, 180);
  });
  it('are those of output and starts', () => {
    assert.deepEqual(unitEmissions(aUnit('A', { co2_t_per_mwh: 0.5 }), [10, 0], [1, 0]), [5, 0]);
    const [unit = aUnit('A')] = PAYLOAD.generators;
    assert.deepEqual(unitEmissions(unit, [10, 20], [1, 0]), [9, 10]);
  });
  it('are above a limit only where that has a penalty', () => {
    assert.equal(emissionExcess(PAYLOAD, 130), 0);
    assert.equal(emissionExcess({ ...PAYLOAD, emission_penalty_usd_per_t: 5 }, 130), 30);
  });
  it('have in some hours the part of the limit that the load there has of all load', () => {
    assert.deepEqual(limitOfHours(PAYLOAD, 0, 2), { emission_limit_t: 15 });
    assert.deepEqual(limitOfHours({ ...PAYLOAD, loads: [] }, 0, 1), { emission_limit_t: 25 });
    const { emission_limit_t: _, ...unlimited } = PAYLOAD;
    assert.deepEqual(limitOfHours(unlimited, 0, 2), {});
  });
});
