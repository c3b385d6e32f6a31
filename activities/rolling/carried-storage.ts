/** A storage at the start of a window, and the energy that the window must leave in it for later hours. */
import { isList, valueAt } from '../../temporal/case/arithmetic/series.ts';
import type { RollingState } from '../../temporal/case/messages/rolling.ts';
import type { Storage } from '../../temporal/case/schema.ts';

/** Tolerance for rounded energies, MWh: a target within this distance must stay reachable. */
export const ROUNDING_MWH = 1e-5;

/**
 * A storage at the start of a window. Its targets apply at the end of the horizon. Without targets, energy may fall to
 * zero at the end of the look-ahead, which is not kept. A window that ends before the horizon must end with energies
 * between `least` and `most`, from which the later hours can reach the targets at full power:
 *
 *     least[t-1] = (least[t] - eta_c c_max[t] - inflow[t]) / (1 - L)
 *     most[t-1] = (most[t] + d_max[t] / eta_d) / (1 - L)
 *
 * `least` is also at least the least energy of each later hour. A cyclic storage decides its initial energy in the
 * first window, as if the window were the whole horizon; the last window ends with this energy.
 *
 * `later`: the storage in the `hoursLeft` hours between the ends of the window and of the horizon. `state`: carried
 * state; undefined for the initial state of the case.
 */
export function carriedStorage(
  storage: Storage,
  state: RollingState['storage'][string] | undefined,
  later: Storage,
  hoursLeft: number,
): Storage {
  const { cyclic, ...item } = storage;
  if (cyclic && !state) return storage;
  const slack = state ? ROUNDING_MWH : 0;
  // If the energy is below the least energy by no more than rounding, the least energy is lowered to it.
  const least_mwh = Math.min(amount(item.min_mwh, 0), (state?.energy_mwh ?? 0) + slack);
  const initial_mwh = state
    ? Math.min(Math.max(state.energy_mwh, least_mwh, 0), item.energy_mwh)
    : item.initial_mwh;
  const { final_mwh: _least, final_max_mwh: _most, ...rest } = item;
  const least = leastLeft(later, Math.max(item.final_mwh ?? 0, state?.first_mwh ?? 0), hoursLeft) - slack;
  const most = mostLeft(
    later,
    Math.min(item.final_max_mwh ?? Infinity, state?.first_mwh ?? Infinity),
    hoursLeft,
  );
  return {
    ...rest,
    ...(initial_mwh !== undefined && { initial_mwh }),
    ...(least > 0 && { final_mwh: least }),
    ...(most + slack < item.energy_mwh && { final_max_mwh: most + slack }),
  };
}

const DAY_H = 24;

/** Number of hours of the current day of a storage that have passed, `hours` after the first hour of a payload. */
export const dayHours = (
  { day_hours_before = 0 }: Pick<Storage, 'day_hours_before'>,
  hours: number,
): number => (day_hours_before + hours) % DAY_H;

/**
 * Fields of a storage with a limit on cycles per day that describe the day in which a window begins, `hours` after the
 * first hour of the payload.
 */
export function carriedDay(
  item: Storage,
  state: RollingState['storage'][string] | undefined,
  hours: number,
): Pick<Storage, 'day_hours_before' | 'day_discharged_mwh'> {
  const { max_cycles_per_day, energy_mwh, day_hours_before = 0, day_discharged_mwh = 0 } = item;
  if (max_cycles_per_day === undefined) return {};
  const ofFirstDay = day_hours_before + hours < DAY_H ? day_discharged_mwh : 0;
  return {
    day_hours_before: dayHours(item, hours),
    // Rounding may lift the discharged energy above the limit; it is then set to the limit.
    day_discharged_mwh: Math.min(state?.day_discharged_mwh ?? ofFirstDay, max_cycles_per_day * energy_mwh),
  };
}

/** Least energy from which `final` can still be reached in `hours`, MWh. */
function leastLeft(later: Storage, final: number, hours: number): number {
  if (isSteady(later)) return final - stored(later, 0) * hours;
  let least = final;
  for (let t = hours - 1; t >= 0; t--)
    least = (Math.max(least, amount(later.min_mwh, t)) - stored(later, t)) / remainingShare(later);
  return least;
}

/** Largest energy from which the storage can still reach `final` or less in `hours`, MWh. */
function mostLeft(later: Storage, final: number, hours: number): number {
  if (!Number.isFinite(final)) return final;
  const { max_cycles_per_day: cycles, day_hours_before: before = 0, energy_mwh } = later;
  const ofDay = (day: number): number => {
    if (cycles === undefined) return Number.POSITIVE_INFINITY;
    // The window may have used up the limit of the day in which it ends.
    return day === 0 && before > 0 ? 0 : cycles * energy_mwh;
  };
  let most = final;
  let remaining = 0;
  for (let t = hours - 1; t >= 0; t--) {
    const hourOfDay = (t + before) % DAY_H;
    if (t === hours - 1 || hourOfDay === DAY_H - 1) remaining = ofDay(Math.floor((t + before) / DAY_H));
    const delivered = Math.min(amount(later.discharge_mw, t), remaining);
    remaining -= delivered;
    const drawn = delivered / (later.discharge_efficiency ?? 1);
    most = Math.min((most + drawn) / remainingShare(later), later.energy_mwh);
  }
  return most;
}

/**
 * Energy after `hours` of charging at full power, MWh. In an hour in which even the least power does not fit into the
 * storage, it does not charge.
 */
export function mostReached(item: Storage, hours: number): number {
  const { initial_mwh = 0, energy_mwh } = item;
  if (isSteady(item)) return initial_mwh + stored(item, 0) * hours;
  let most = initial_mwh;
  for (let t = 0; t < hours; t++) {
    const before = remainingShare(item) * most;
    const least = amount(item.charge_min_mw, t);
    const hasRoom = least === 0 || before + stored(item, t, least) <= energy_mwh;
    most = Math.min(before + stored(item, t, hasRoom ? undefined : 0), energy_mwh);
  }
  return most;
}

/** True if all hours have the same data, so that the energy is linear in the number of hours. */
const isSteady = ({ charge_mw, charge_min_mw, standing_loss_per_h, min_mwh, inflow_mw }: Storage): boolean =>
  !isList(charge_mw) &&
  !standing_loss_per_h &&
  [charge_min_mw, min_mwh, inflow_mw].every((values) => values === undefined);

const amount = (values: number | readonly number[] = 0, t: number): number => valueAt(values, t) ?? 0;

const remainingShare = ({ standing_loss_per_h = 0 }: Storage): number => 1 - standing_loss_per_h;

/** Energy that an hour of charging adds, inflow included, MWh; at full power unless `power` is given. */
function stored(item: Storage, t: number, power?: number): number {
  const most = amount(item.charge_mw, t);
  const mw = power ?? (most < amount(item.charge_min_mw, t) ? 0 : most);
  return (item.efficiency ?? item.charge_efficiency ?? 1) * mw + amount(item.inflow_mw, t);
}
