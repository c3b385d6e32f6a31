/** A window leaves a storage what the hours behind it can still bring to its targets. */
import assert from 'node:assert/strict';
import { carriedStorage } from '../../../../activities/rolling/carried-storage.ts';
import type { Storage } from '../../../../temporal/case/schema.ts';

const BATTERY: Storage = {
  name: 'S',
  bus: 1,
  energy_mwh: 20,
  charge_mw: 4,
  discharge_mw: 5,
  efficiency: 0.5,
};
const near = (found: number | undefined, expected: number) =>
  assert.ok(Math.abs((found ?? Number.NaN) - expected) < 2e-5, `${found}, not ${expected}`);

describe('a storage of a window', () => {
  it('leaves what charging by the hour, inflow and losses over time bring to its final energy', () => {
    const item = { ...BATTERY, initial_mwh: 8, final_mwh: 10 };
    const later = { ...item, charge_mw: [2, 4], inflow_mw: [1, 0], standing_loss_per_h: 0.5 };
    // 8 at the end of the first of the two hours needs 16 before its losses, of which it gains 2.
    near(carriedStorage(item, { energy_mwh: 3 }, later, 2).final_mwh, ((10 - 2) / 0.5 - 2) / 0.5);
  });

  it('leaves the least energy of the next hours', () => {
    const item = { ...BATTERY, initial_mwh: 8 };
    const found = carriedStorage(item, { energy_mwh: 3 }, { ...item, min_mwh: [9, 0] }, 2);
    near(found.final_mwh, 9 - 2);
  });

  it('keeps no more than can be discharged before the end', () => {
    const item = { ...BATTERY, initial_mwh: 8, final_max_mwh: 1 };
    const found = carriedStorage(item, { energy_mwh: 3 }, { ...item, discharge_efficiency: 0.5 }, 1);
    near(found.final_max_mwh, 1 + 10);
  });

  it('that is cyclic decides its first energy in the first window, and ends the last one with it', () => {
    const item = { ...BATTERY, cyclic: true };
    assert.deepEqual(carriedStorage(item, undefined, item, 24), item);
    const last = carriedStorage(item, { energy_mwh: 3, first_mwh: 6 }, item, 0);
    assert.equal(last.cyclic, undefined);
    assert.equal(last.initial_mwh, 3);
    near(last.final_mwh, 6);
    near(last.final_max_mwh, 6);
  });
});
