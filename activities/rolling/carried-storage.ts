/** A storage as a window finds it, and what it may leave to the hours behind the window. */
import { isList, valueAt } from '../../temporal/case/arithmetic/series.ts';
import type { RollingState } from '../../temporal/case/messages/rolling.ts';
import type { Storage } from '../../temporal/case/schema.ts';

/** Carried energy is rounded: a target that can just be reached must stay within reach, MWh. */
export const ROUNDING_MWH = 1e-5;

/**
 * A storage as a window finds it. Its targets hold at the end of the horizon, and without one the formulation
 * lets energy fall to zero at the end of a window: that is the end of the look-ahead, which is not kept. A
 * window that ends before the horizon must only leave what the hours behind it can still bring to the targets, at full power:
 *
 *     least[t-1] = (least[t] - eta_c c_max[t] - inflow[t]) / (1 - L)     most[t-1] = (most[t] + d_max[t] / eta_d) / (1 - L)
 *
 * and no less than the least energies of those hours. A cyclic one decides its first energy in the first window, as if that were
 * the horizon; the last one ends with it.
 *
 * `later`: the storage in the hours between the end of the window and that of the horizon, `hoursLeft` of them; `state`:
 * undefined = as given.
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
  // Energy that only its rounding keeps from the least one is raised to it.
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

/** MWh that must be there so many hours before the end, to end with `final`. */
function leastLeft(later: Storage, final: number, hours: number): number {
  if (isSteady(later)) return final - stored(later, 0) * hours;
  let least = final;
  for (let t = hours - 1; t >= 0; t--)
    least = (Math.max(least, amount(later.min_mwh, t)) - stored(later, t)) / kept(later);
  return least;
}

/** MWh that may be there so many hours before the end, to end with no more than `final`. */
function mostLeft(later: Storage, final: number, hours: number): number {
  if (!Number.isFinite(final)) return final;
  let most = final;
  for (let t = hours - 1; t >= 0; t--) {
    const drawn = amount(later.discharge_mw, t) / (later.discharge_efficiency ?? 1);
    most = Math.min((most + drawn) / kept(later), later.energy_mwh);
  }
  return most;
}

/** MWh at the end of so many hours, charged at full power. */
export function mostReached(item: Storage, hours: number): number {
  const { initial_mwh = 0 } = item;
  if (isSteady(item)) return initial_mwh + stored(item, 0) * hours;
  let most = initial_mwh;
  for (let t = 0; t < hours; t++) most = Math.min(kept(item) * most + stored(item, t), item.energy_mwh);
  return most;
}

/** Whether every hour is like any other, so that one product says what they store together. */
const isSteady = ({ charge_mw, standing_loss_per_h, min_mwh, inflow_mw }: Storage): boolean =>
  !isList(charge_mw) && !standing_loss_per_h && min_mwh === undefined && inflow_mw === undefined;

const amount = (values: number | readonly number[] = 0, t: number): number => valueAt(values, t) ?? 0;

const kept = ({ standing_loss_per_h = 0 }: Storage): number => 1 - standing_loss_per_h;

/** MWh of an hour of charging at full power, with what flows in. */
const stored = (item: Storage, t: number): number =>
  (item.efficiency ?? item.charge_efficiency ?? 1) * amount(item.charge_mw, t) + amount(item.inflow_mw, t);
