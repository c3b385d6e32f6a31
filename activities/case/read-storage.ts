/**
 * Converts a storage of a payload (per interval) to that of a case, and computes its energy from interval to interval.
 */
import { amountAt, isList } from '../../temporal/case/arithmetic/series.ts';
import type { Storage } from '../../temporal/case/schema.ts';
import type { CaseStorage, Series } from './case.ts';
import type { Constants } from './constants.ts';

/** Reads a storage. A round-trip efficiency becomes the charging efficiency. */
export function readStorage(item: Storage, { numbers }: Constants): CaseStorage {
  const seriesOf = (values: number | readonly number[]): Series =>
    isList(values) ? values : numbers(values);
  const { efficiency, ...fields } = item;
  return {
    ...fields,
    given: item,
    charge_mw: seriesOf(item.charge_mw),
    discharge_mw: seriesOf(item.discharge_mw),
    charge_min_mw: seriesOf(item.charge_min_mw ?? 0),
    discharge_min_mw: seriesOf(item.discharge_min_mw ?? 0),
    no_simultaneous: item.no_simultaneous !== false,
    ...readDays(item),
    energy_limits: item.energy_limits ?? [],
    min_mwh: seriesOf(item.min_mwh ?? 0),
    inflow_mw: seriesOf(item.inflow_mw ?? 0),
    charge_efficiency: efficiency ?? item.charge_efficiency ?? 1,
    discharge_efficiency: item.discharge_efficiency ?? 1,
    standing_loss_per_h: item.standing_loss_per_h ?? 0,
    charge_cost_usd_per_mwh: item.charge_cost_usd_per_mwh ?? 0,
    discharge_cost_usd_per_mwh: item.discharge_cost_usd_per_mwh ?? 0,
    initial_mwh: item.initial_mwh ?? 0,
    final_mwh: item.final_mwh ?? 0,
    final_max_mwh: item.final_max_mwh ?? Number.POSITIVE_INFINITY,
    final_value_usd_per_mwh: item.final_value_usd_per_mwh ?? 0,
    cyclic: item.cyclic === true,
  };
}

const readDays = ({ max_cycles_per_day, day_hours_before, day_discharged_mwh }: Storage) => ({
  max_cycles_per_day: max_cycles_per_day ?? Number.POSITIVE_INFINITY,
  day_hours_before: day_hours_before ?? 0,
  day_discharged_mwh: day_discharged_mwh ?? 0,
});

/** Limits of the energy at the end of an interval, MWh. */
export function storedLimits(
  item: CaseStorage,
  t: number,
): { readonly least: number; readonly most: number } {
  const least = amountAt(item.min_mwh, t);
  return t === item.charge_mw.length - 1
    ? { least: Math.max(least, item.final_mwh), most: Math.min(item.energy_mwh, item.final_max_mwh) }
    : { least, most: item.energy_mwh };
}

/** True if the storage has an inflow, which may be spilled. */
export const hasInflow = ({ inflow_mw }: CaseStorage): boolean => inflow_mw.some((mw) => mw > 0);

/** Share of the energy of the previous interval that remains after standing losses. */
export const keptShare = ({ standing_loss_per_h }: CaseStorage): number => 1 - standing_loss_per_h;

const HOURS_PER_DAY = 24;

/**
 * The days of a storage with a limit of cycles: intervals from `from` up to `to`, exclusive, and the energy that may be
 * discharged in them, MWh. The energy discharged before the first interval is subtracted on the first day.
 */
export function cycleDays(
  { max_cycles_per_day, day_hours_before, day_discharged_mwh, energy_mwh, charge_mw }: CaseStorage,
  intervalsPerHour: number,
): { readonly from: number; readonly to: number; readonly mwh: number }[] {
  if (!Number.isFinite(max_cycles_per_day)) return [];
  const length = HOURS_PER_DAY * intervalsPerHour;
  const days = Math.ceil((charge_mw.length + day_hours_before) / length);
  return Array.from({ length: days }, (_, k) => ({
    from: Math.max(0, k * length - day_hours_before),
    to: Math.min(charge_mw.length, (k + 1) * length - day_hours_before),
    mwh: Math.max(0, max_cycles_per_day * energy_mwh - (k === 0 ? day_discharged_mwh : 0)),
  }));
}

/** Largest energy that can be stored at the end of each interval, MWh, without regard to targets; shape [T]. */
export function mostStored(item: CaseStorage): number[] {
  let stored = item.cyclic ? item.energy_mwh : item.initial_mwh;
  return item.charge_mw.map((most, t) => {
    const charge = most < amountAt(item.charge_min_mw, t) ? 0 : most;
    const gained = item.charge_efficiency * charge + amountAt(item.inflow_mw, t);
    stored = Math.min(keptShare(item) * stored + gained, item.energy_mwh);
    return stored;
  });
}

/**
 * Energy of a storage that neither charges nor discharges and spills all inflow, MWh, shape [T]; undefined if it
 * violates the limits of the storage.
 */
export function idleEnergy(item: CaseStorage): number[] | undefined {
  const remainingShare = keptShare(item);
  let stored = item.initial_mwh;
  if (item.cyclic) stored = remainingShare < 1 ? 0 : Math.max(item.final_mwh, ...item.min_mwh);
  const energy = item.charge_mw.map(() => (stored *= remainingShare));
  const isAllowed = energy.every((mwh, t) => {
    const { least, most } = storedLimits(item, t);
    return mwh >= least && mwh <= most;
  });
  return isAllowed ? energy : undefined;
}
