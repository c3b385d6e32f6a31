/** A diagnosis has a time limit. If it fails, the result comes without it. */
import assert from 'node:assert/strict';
import { startClock } from '../../../../../activities/engine/base/solve.ts';
import { diagnose } from '../../../../../activities/engine/repair/diagnose.ts';
import type { SolvePayload } from '../../../../../temporal/case/schema.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';

const short: SolvePayload = { generators: [aUnit('G')], loads: [{ bus: 1, values: [130] }], horizon: 1 };

describe('diagnose', () => {
  it('names the causes by arithmetic even without time left, without a repair', async () => {
    const { causes, repair, repair_cost } = await diagnose(short, 'uc', startClock(0));
    assert.deepEqual(
      causes.map(({ code }) => code),
      ['CAPACITY_SHORTFALL'],
    );
    assert.deepEqual([repair, repair_cost], [[], null]);
  });

  it('repairs one element where one suffices', async () => {
    const loads = [
      { bus: 1, values: [10] },
      { bus: 2, values: [150] },
    ];
    const { repair, repair_cost } = await diagnose({ ...short, loads }, 'uc', startClock(20));
    assert.deepEqual([repair.length, repair_cost], [1, 60], JSON.stringify(repair));
  });

  it('leaves the answer as it is when a model cannot be built', async () => {
    const lines = [{ id: 'L', from_bus: 1, to_bus: 1, x_pu: 0.1, rating_mw: 5 }];
    const { repair, repair_cost } = await diagnose(
      { ...short, transmission_lines: lines },
      'scuc',
      startClock(5),
    );
    assert.deepEqual([repair, repair_cost], [[], null]);
  });
});
