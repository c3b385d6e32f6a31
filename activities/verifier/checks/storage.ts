/**
 * Storage: e(t) = e(t-1) + efficiency charge(t) - discharge(t), 0 <= e <= energy_mwh, powers within
 * their limits and never both in one hour, e(T) >= final_mwh  [MW, MWh].
 */

import type { Rule, Schedule, StorageHours } from '../schedule/schedule.ts';
import { at, unknownKeys } from '../schedule/series.ts';

export const storage: Rule = {
  name: 'storage',
  tolerance: 1e-3,
  *excesses(schedule) {
    yield* unknownKeys(
      schedule.result.storage,
      schedule.storages.map(({ storage: { name } }) => name),
    );
    for (const item of schedule.storages) yield* storageExcesses(schedule, item);
  },
};

function* storageExcesses({ hours }: Schedule, { storage, charge, discharge, energy }: StorageHours) {
  for (const hour of hours) {
    const before = hour === 0 ? storage.initial_mwh : at(energy, hour - 1);
    const [into, out, stored] = [at(charge, hour), at(discharge, hour), at(energy, hour)];
    yield Math.abs(before + storage.efficiency * into - out - stored);
    yield -into;
    yield into - storage.charge_mw;
    yield -out;
    yield out - storage.discharge_mw;
    yield Math.min(into, out);
    yield -stored;
    yield stored - storage.energy_mwh;
  }
  yield (storage.final_mwh ?? 0) - at(energy, hours.length - 1);
}
