/** Checks of storage, and of reserve and its providers. */

import { quickStart } from '../dispatch/quick-start.ts';
import { unknownNames } from '../schedule/known-names.ts';
import type { ReserveHours, Rule, Schedule, StorageHours, UnitSchedule } from '../schedule/schedule.ts';
import { at, unknownKeys } from '../schedule/series.ts';

/**
 * Storage: e(t) = (1 - loss) e(t-1) + charge_efficiency charge(t) - discharge(t) / discharge_efficiency + inflow(t) -
 * spill(t), 0 <= spill <= inflow, min_mwh <= e <= energy_mwh, final_mwh <= e(T) <= final_max_mwh, and for a cyclic
 * storage e(0) = e(T). Powers are 0 or within their limits, and one of them is 0 unless both are allowed in one hour
 * [MW, MWh].
 */
export const storage: Rule = {
  name: 'storage',
  tolerance: 1e-3,
  *excesses(schedule) {
    yield* unknownNames(schedule, 'storage');
    for (const item of schedule.storages) yield* storedExcesses(schedule, item);
  },
};

function* storedExcesses({ hours }: Schedule, storage: StorageHours) {
  const { charge, discharge, energy, charge_efficiency, discharge_efficiency } = storage;
  for (const hour of hours) {
    const before = hour === 0 ? storage.before : at(energy, hour - 1);
    const [into, out, stored] = [at(charge, hour), at(discharge, hour), at(energy, hour)];
    const [inflow, spilled] = [at(storage.inflow_mw, hour), at(storage.spill, hour)];
    const gained = charge_efficiency * into - out / discharge_efficiency + inflow - spilled;
    yield Math.abs(storage.kept * before + gained - stored);
    yield -into;
    yield into - at(storage.charge_mw, hour);
    yield -out;
    yield out - at(storage.discharge_mw, hour);
    if (storage.no_simultaneous) yield Math.min(into, out);
    yield belowLeast(into, at(storage.charge_min_mw, hour));
    yield belowLeast(out, at(storage.discharge_min_mw, hour));
    yield -spilled;
    yield spilled - inflow;
    yield at(storage.min_mwh, hour) - stored;
    yield stored - storage.energy_mwh;
  }
  const last = at(energy, hours.length - 1);
  yield storage.final_mwh - last;
  yield last - storage.final_max_mwh;
}

/** Distance of a power from the nearer of 0 and its least value, if it lies between them; MW. */
const belowLeast = (mw: number, least: number): number => Math.min(mw, least - mw);

/**
 * Reserve: only the providers of a product give it, and with those of the products that count towards it they cover the
 * requirement less the reported shortfall. Units
 * that are on stay within their limits whether reserve is called or not: with r >= 0 upward and d >= 0 downward
 * reserve, p + r <= p_max on and p - d >= p_min on. They give at most ramp x response_min / 60 of one product. Units
 * that are off and may start give non-spinning reserve, quick_start_mw of all such products. A
 * storage has the power and, for the whole interval, the energy or the empty capacity for its reserve; a renewable
 * stays within its profiles [MW, MWh]. Ramp limits of reserve are checked in units.ts.
 */
export const reserve: Rule = {
  name: 'reserve',
  tolerance: 1e-3,
  *excesses(schedule) {
    yield* unknownNames(schedule, 'reserve');
    yield* unknownProviders(schedule);
    if (schedule.reserves.length === 0) return;
    for (const product of schedule.reserves) yield* requirementExcesses(schedule, product);
    for (const [position, unit] of schedule.units.entries()) yield* unitExcesses(schedule, unit, position);
    yield* storageExcesses(schedule);
    yield* renewableExcesses(schedule);
  },
};

function* unknownProviders({ reserves, result }: Schedule) {
  for (const { name, providers } of reserves) yield* unknownKeys(result.reserve_mw?.[name], providers);
}

function* requirementExcesses({ hours, result }: Schedule, product: ReserveHours) {
  const { name, penalty_usd_per_mwh } = product;
  const isHard = !Number.isFinite(penalty_usd_per_mwh);
  const all = [...product.provided, ...product.others.values()];
  for (const hour of hours) {
    const provided = all.map((series) => at(series, hour));
    yield* provided.map((mw) => -mw);
    const counted = [...provided, ...product.counted.map((series) => at(series, hour))];
    const shortfall = at(product.shortfall, hour);
    yield -shortfall;
    yield at(product.mw, hour) - shortfall - counted.reduce((sum, mw) => sum + mw, 0);
    if (isHard) yield Math.abs(result.reserve_shortfall_mw?.[name]?.[hour] ?? 0);
  }
}

function* unitExcesses({ hours, reserves }: Schedule, unit: UnitSchedule, position: number) {
  const rested = quickStart(unit);
  for (const hour of hours) {
    const [low, high] = unit.on[hour] ? [at(unit.p_min, hour), at(unit.p_max, hour)] : [0, 0];
    yield at(unit.output, hour) + at(unit.reserve.up, hour) - high;
    const below = at(unit.reserve.down, hour);
    if (below > 0) yield low + below - at(unit.output, hour);
    if (unit.on[hour])
      for (const { provided, most } of reserves)
        yield at(provided[position] ?? [], hour) - at(most[position] ?? [], hour);
    else yield* offlineExcesses(reserves, position, hour, at(rested, hour));
  }
}

/** A unit that is off gives `quick` MW of all non-spinning products. */
function* offlineExcesses(reserves: readonly ReserveHours[], position: number, hour: number, quick: number) {
  let total = 0;
  for (const { provided, isOffline } of reserves) {
    const mw = at(provided[position] ?? [], hour);
    yield mw - (isOffline ? quick : 0);
    total += mw;
  }
  yield total - quick;
}

function* storageExcesses({ hours, storages }: Schedule) {
  for (const storage of storages) {
    const { charge, discharge, energy, reserve } = storage;
    for (const hour of hours) {
      const netDischarge = at(discharge, hour) - at(charge, hour);
      const [up, down] = [at(reserve.up, hour), at(reserve.down, hour)];
      const [most, stored] = [at(storage.discharge_mw, hour), at(energy, hour) - at(storage.min_mwh, hour)];
      if (up > 0) yield Math.max(netDischarge + up - most, up - storage.discharge_efficiency * stored);
      if (down > 0)
        yield Math.max(
          down - netDischarge - at(storage.charge_mw, hour),
          at(energy, hour) + down - storage.energy_mwh,
        );
    }
  }
}

function* renewableExcesses({ hours, renewables }: Schedule) {
  for (const { p_min, p_max, output, reserve } of renewables) {
    for (const hour of hours) {
      const [up, down] = [at(reserve.up, hour), at(reserve.down, hour)];
      if (up > 0) yield at(output, hour) + up - at(p_max, hour);
      if (down > 0) yield at(p_min, hour) + down - at(output, hour);
    }
  }
}
