/** What one window hands to the next: the state at the end of the last hour that is kept. */
import { isDown } from '../../temporal/case/arithmetic/reserve-providers.ts';
import type { SolvePayload } from '../../temporal/case/messages/payload.ts';
import type { Storage } from '../../temporal/case/messages/resources.ts';
import type { SolveResult } from '../../temporal/case/messages/result.ts';
import type { RollingState } from '../../temporal/case/messages/rolling.ts';
import { type UsedEnergy, usedAfter } from './energy-budgets.ts';

type Scheduled = Pick<SolveResult, 'commitment' | 'dispatch_mw' | 'reserve_mw' | 'storage' | 'renewable_mw'>;

/** `used`: what renewables had taken from their budgets before, MWh. */
export function stateAfter(
  windowPayload: SolvePayload,
  result: Scheduled,
  keptHours: number,
  used: UsedEnergy = {},
): RollingState {
  const last = keptHours - 1;
  return {
    generators: Object.fromEntries(
      windowPayload.generators.map(({ name, initial_status }) => {
        const status = statusAfter(initial_status, result.commitment[name]?.slice(0, keptHours) ?? []);
        const power_mw = status > 0 ? (result.dispatch_mw[name]?.[last] ?? 0) : 0;
        return [name, { status, power_mw, reserve_mw: reserveAt(windowPayload, result, name, last) }];
      }),
    ),
    storage: Object.fromEntries(
      (windowPayload.storage ?? []).map(({ name, initial_mwh }) => [
        name,
        { energy_mwh: result.storage?.[name]?.energy_mwh[last] ?? initial_mwh },
      ]),
    ),
    ...usedAfter(windowPayload, result.renewable_mw ?? {}, keptHours, used),
  };
}

/** Behind a window without a schedule: units are on or off as before it, at outputs that nobody knows. */
export const stateUnsolved = (
  windowPayload: SolvePayload,
  keptHours: number,
  used: UsedEnergy = {},
): RollingState => ({
  generators: Object.fromEntries(
    windowPayload.generators.map(({ name, initial_status: status }) => [
      name,
      { status, power_mw: status > 0 ? null : 0, reserve_mw: 0 },
    ]),
  ),
  storage: Object.fromEntries(
    (windowPayload.storage ?? []).map(({ name, initial_mwh }) => [name, { energy_mwh: initial_mwh }]),
  ),
  ...usedAfter(windowPayload, {}, keptHours, used),
});

/** A unit that switched counts from there; one that kept its state adds to what it brought along. */
function statusAfter(before: number, commitment: readonly number[]): number {
  let status = before;
  for (const on of commitment) {
    if (on === 1) status = Math.max(0, status) + 1;
    else status = Math.min(0, status) - 1;
  }
  return status;
}

/** What a unit holds above its output, MW. */
function reserveAt(
  { reserves = [] }: SolvePayload,
  { reserve_mw = {} }: Scheduled,
  unit: string,
  hour: number,
): number {
  const downward = new Set(reserves.filter(isDown).map(({ name }) => name));
  return Object.entries(reserve_mw).reduce(
    (mw, [product, provided]) => (downward.has(product) ? mw : mw + (provided[unit]?.[hour] ?? 0)),
    0,
  );
}

/** Carried energy is rounded: a target that can just be reached must stay within reach, MWh. */
export const ROUNDING_MWH = 1e-5;

/**
 * A storage as a window finds it. Its target holds at the end of the horizon, and without one the formulation
 * lets energy fall to zero at the end of a window: that is the end of the look-ahead, which is not kept. A
 * window that ends before the horizon must only leave what charging at full power can still make up:
 *
 *     e[end] >= final_mwh - efficiency charge_mw (horizon - end)
 *
 * `hoursLeft`: between the end of the window and that of the horizon; `energy`: undefined = as given, MWh.
 */
export function carriedStorage(storage: Storage, energy: number | undefined, hoursLeft: number): Storage {
  const { final_mwh, ...item } = storage;
  const initial_mwh =
    energy === undefined ? item.initial_mwh : Math.min(Math.max(energy, 0), item.energy_mwh);
  if (final_mwh === undefined) return { ...item, initial_mwh };
  const slack = energy === undefined ? 0 : ROUNDING_MWH;
  const least = final_mwh - item.efficiency * item.charge_mw * hoursLeft - slack;
  return least > 0 ? { ...item, initial_mwh, final_mwh: least } : { ...item, initial_mwh };
}
