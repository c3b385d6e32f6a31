/** A storage of a payload per interval -> that of a case, and how its energy changes from one interval to the next. */
import { amountAt, isList } from '../../temporal/case/arithmetic/series.ts';
import type { Storage } from '../../temporal/case/schema.ts';
import type { CaseStorage, Series } from './case.ts';
import type { Constants } from './constants.ts';

/** A round-trip efficiency is charged to the charging side. */
export function readStorage(item: Storage, { numbers }: Constants): CaseStorage {
  const seriesOf = (values: number | readonly number[]): Series =>
    isList(values) ? values : numbers(values);
  const { efficiency, ...fields } = item;
  return {
    ...fields,
    given: item,
    charge_mw: seriesOf(item.charge_mw),
    discharge_mw: seriesOf(item.discharge_mw),
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

/** Largest energy that can be stored at the end of each interval, MWh, without regard to targets; shape [T]. */
export function mostStored(item: CaseStorage): number[] {
  let stored = item.cyclic ? item.energy_mwh : item.initial_mwh;
  return item.charge_mw.map((charge, t) => {
    const gained = item.charge_efficiency * charge + amountAt(item.inflow_mw, t);
    stored = Math.min(keptShare(item) * stored + gained, item.energy_mwh);
    return stored;
  });
}

/** Energy of a storage that neither charges nor discharges and spills all inflow, MWh, shape [T]; undefined if that violates its limits. */
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
