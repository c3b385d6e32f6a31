/** Fuel limits that are refused, each with its place. Cases by hand are in `test/cases/optima/fuel-limits.json`. */
import assert from 'node:assert/strict';
import { payloadProblems } from '../../../../../temporal/case/checks/payload-problems.ts';
import type { FuelLimit, Generator } from '../../../../../temporal/case/schema.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';

const LIMIT: FuelLimit = { fuel: 'gas', first_hour: 0, last_hour: 1, max_mmbtu: 500 };
const GAS = { fuel: 'gas', heat_rate_btu_per_kwh: 9000 };

const problems = (limit: Partial<FuelLimit>, unit: Partial<Generator> = GAS): string[] =>
  payloadProblems(
    {
      generators: [{ ...aUnit('A'), ...unit }],
      loads: [{ bus: 1, values: [40, 40] }],
      horizon: 2,
      fuel_limits: [{ ...LIMIT, ...limit }],
    },
    { maxHorizon: 24 },
  ).map(({ path, msg }) => `${path.join('.')}: ${msg}`);

describe('a fuel limit', () => {
  it('is accepted with a largest or a least consumption, or both', () => {
    assert.deepEqual(problems({}), []);
    assert.deepEqual(problems({ max_mmbtu: undefined, min_mmbtu: 5 }), []);
    assert.deepEqual(problems({ min_mmbtu: 500 }), []);
  });

  it('has one of them, and no least above the largest', () => {
    assert.deepEqual(problems({ max_mmbtu: undefined }), [
      'fuel_limits.0.max_mmbtu: Give max_mmbtu, min_mmbtu or both',
    ]);
    assert.deepEqual(problems({ min_mmbtu: 501 }), [
      'fuel_limits.0.min_mmbtu: min_mmbtu 501 should not be above max_mmbtu 500',
    ]);
  });

  it('has hours within the horizon', () => {
    assert.deepEqual(problems({ first_hour: 1, last_hour: 0 }), [
      'fuel_limits.0.last_hour: last_hour 0 should not be before first_hour 1',
    ]);
    assert.deepEqual(problems({ last_hour: 2 }), [
      'fuel_limits.0.last_hour: Input should be less than the horizon 2',
    ]);
  });

  it('has the fuel of a generator, and each such generator a heat rate', () => {
    assert.deepEqual(problems({ fuel: 'oil' }), ["fuel_limits.0.fuel: No generator burns 'oil'"]);
    assert.deepEqual(problems({ fuel: '__proto__' }), [
      "fuel_limits.0.fuel: Input should not be '__proto__'",
    ]);
    assert.deepEqual(problems({}, { fuel: 'gas' }), [
      "generators.0.heat_rate_btu_per_kwh: Field required: fuel_limits has fuel 'gas'",
    ]);
    assert.deepEqual(problems({}, { ...GAS, heat_rate_btu_per_kwh: -1 }), [
      'generators.0.heat_rate_btu_per_kwh: Input should be greater than or equal to 0',
    ]);
  });
});
