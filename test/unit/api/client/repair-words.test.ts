/** The changes of a repair, in words. */
import assert from 'node:assert/strict';
import { repairText } from '../../../../api/client/repair-words.ts';

describe('a change of a repair', () => {
  const change = { action: 'set', element_id: '1', hour: 1 } as const;
  const cases = [
    [{ element_type: 'bus', field: 'values', from: 120, to: 100 }, '-20 MW of load at bus 1'],
    [
      { element_type: 'generator', field: 'p_max', from: 100, to: 135 },
      '+35 MW of capacity (Pmax) of unit 1',
    ],
    [
      { element_type: 'generator', field: 'p_max_profile', from: 1, to: 2 },
      '+1 MW of capacity (Pmax) of unit 1',
    ],
    [{ element_type: 'line', field: 'rating_mw', from: 10, to: 12.5 }, '+2.5 MW of rating of line 1'],
    [{ element_type: 'line', field: 'rating_mw', from: null, to: 12 }, '12 MW of rating of line 1'],
    [{ element_type: 'generator', field: 'min_uptime', from: 4, to: 2 }, '-2 h of minimum up time of unit 1'],
    [{ element_type: 'generator', field: 'must_run', from: 1, to: 0 }, 'unit 1 without must-run'],
    [{ element_type: 'generator', field: 'fixed_commitment', from: 0, to: 1 }, 'unit 1 on'],
    [
      { element_type: 'renewable', field: 'energy_limits.0.mwh', from: 5, to: 4 },
      '-1 MWh of energy of renewable 1',
    ],
    [
      { element_type: 'system', element_id: null, field: 'emission_limit_t', from: 5, to: 9 },
      '+4 t of CO2 limit',
    ],
    [{ element_type: 'storage', field: 'new_field', from: 1, to: 2 }, '+1 of new_field of storage 1'],
  ] as const;
  for (const [repair, words] of cases)
    it(words, () => assert.equal(repairText({ ...change, ...repair }), words));
});
