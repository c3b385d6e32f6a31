/** Value of 1 MW more of a limit. */
import assert from 'node:assert/strict';
import { worthOfLimits } from '../../../../../temporal/case/arithmetic/worth.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';

const limit = (line_id: string, hour: number, shadow_price_usd_per_mwh: number) => ({
  ...{ line_id, hour, shadow_price_usd_per_mwh, contingency_id: null, flow_mw: 1, limit_mw: 1 },
});
const UNIT = aUnit('U', { p_min: 0, p_max: 100, marginal_cost: 20 });
const SCHEDULE = {
  binding_constraints: [limit('L', 1, -7), limit('L', 0, 2)],
  reserve_price_usd_per_mw: { spin: [0, 4] },
  commitment: { U: [1, 1, 1] },
  dispatch_mw: { U: [100, 60, 100] },
  lmp: { bus_1: [50, 20, 21] },
};

describe('the worth of a MW', () => {
  it('ranks lines, reserves, units at Pmax and storage by the saving of one MW', () => {
    const storage = [{ name: 'S', bus: 1, discharge_mw: 10 }];
    const worths = worthOfLimits(
      { generators: [UNIT], storage },
      { ...SCHEDULE, discharge_mw: { S: [10, 5, 0] } },
      1,
    );
    assert.deepEqual(
      worths.map(({ kind, name, usd, hours }) => [kind, name, usd, ...hours]),
      [
        ['unit', 'U', 31, 0, 2],
        ['storage', 'S', 30, 0],
        ['line', 'L', 9, 0, 1],
        ['reserve', 'spin', 4, 1],
      ],
    );
  });
  it('counts intervals by their length, and the price of CO2 as a cost', () => {
    const generators = [{ ...UNIT, co2_t_per_mwh: 1 }];
    const input = { generators, emission_price_usd_per_t: 10 };
    const none = { ...SCHEDULE, binding_constraints: [], reserve_price_usd_per_mw: {} };
    assert.deepEqual(worthOfLimits(input, none, 0.5), [{ kind: 'unit', name: 'U', usd: 10, hours: [0] }]);
  });
  it('is nothing where no limit binds', () => {
    assert.deepEqual(
      worthOfLimits(
        { generators: [UNIT] },
        { ...SCHEDULE, binding_constraints: [], reserve_price_usd_per_mw: {}, dispatch_mw: { U: [9, 9, 9] } },
        1,
      ),
      [],
    );
  });
});
