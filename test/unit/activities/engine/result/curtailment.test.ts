/** Curtailment of renewables, with and without energy limits. */
import assert from 'node:assert/strict';
import { curtailed } from '../../../../../activities/engine/result/curtailment.ts';

const p_max = [10, 10, 10, 10];
const limit = (mwh: number, first_hour = 0, last_hour = 3) => ({ mwh, first_hour, last_hour });

describe('the curtailment of a renewable', () => {
  for (const [name, energy_limits, output, expected] of [
    ['is what it does not give', [], [10, 4, 0, 10], [0, 6, 10, 0]],
    ['is nothing where its energy is used up', [limit(14)], [10, 4, 0, 0], [0, 0, 0, 0]],
    [
      'is what its limit leaves over, over its hours',
      [limit(24)],
      [10, 4, 0, 0],
      [0, 2.307692, 3.846154, 3.846154],
    ],
    ['is what it does not give under a wide limit', [limit(1000)], [10, 4, 0, 0], [0, 6, 10, 10]],
    ['is that of the narrower limit, by hour', [limit(4, 1, 2), limit(100)], [10, 4, 0, 0], [0, 0, 0, 10]],
    ['is nothing where a limit was exceeded by rounding', [limit(13.9999999)], [10, 4, 0, 0], [0, 0, 0, 0]],
  ] as const)
    it(name, () => assert.deepEqual(curtailed({ p_max, energy_limits }, output), [...expected]));
});
