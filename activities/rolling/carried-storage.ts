/**
 * A storage as a window finds it. Its target holds at the end of the horizon, and without one the formulation
 * lets energy fall to zero at the end of a window: that is the end of the look-ahead, which is not kept. A
 * window that ends before the horizon must only leave what charging at full power can still make up:
 *
 *     e[end] >= final_mwh - efficiency charge_mw (horizon - end)
 */
import type { Storage } from '../../temporal/messages/resources.ts';

/** Carried energy is rounded: a target that can just be reached must stay within reach, MWh. */
const ROUNDING_MWH = 1e-5;

/** `hoursLeft`: between the end of the window and that of the horizon; `energy`: undefined = as given, MWh. */
export function carriedStorage(storage: Storage, energy: number | undefined, hoursLeft: number): Storage {
  const { final_mwh, ...item } = storage;
  const initial_mwh =
    energy === undefined ? item.initial_mwh : Math.min(Math.max(energy, 0), item.energy_mwh);
  if (final_mwh === undefined) return { ...item, initial_mwh };
  const slack = energy === undefined ? 0 : ROUNDING_MWH;
  const least = final_mwh - item.efficiency * item.charge_mw * hoursLeft - slack;
  return least > 0 ? { ...item, initial_mwh, final_mwh: least } : { ...item, initial_mwh };
}
