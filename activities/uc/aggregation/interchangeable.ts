/**
 * Which units are equal in everything that a schedule depends on, and may be modelled by their sums without loss
 * (Knueven, Ostrowski, Watson, Exploiting identical generators in unit commitment, IEEE Trans. Power Syst. 33, 2018):
 * ramps and what starts and stops in neighbouring hours take off the output of one unit do not add up, so units that
 * have them stay alone.
 */
import { isSteady } from '../formulation/generation-limits.ts';
import type { Instance, Unit } from '../instance.ts';

/** Equal for units that may be merged; undefined for one that stays alone. */
export function interchangeableKey(instance: Instance, unit: Unit): string | undefined {
  if (isRamping(unit) || !limitsAddUp(unit)) return undefined;
  const { pMin, pMax, startupRamp, shutdownRamp, minUptime, minDowntime, onBefore } = unit;
  const { mayBeOn, mustBeOn, mayStart, mayStop, cost, startupTiers } = unit;
  const place = instance.network.lines.length > 0 ? unit.bus : null;
  const before = [onBefore, hoursOffBefore(unit)];
  const limits = [pMin, pMax, startupRamp, shutdownRamp, minUptime, minDowntime];
  const states = [mayBeOn, mustBeOn, mayStart, mayStop];
  return JSON.stringify([place, before, limits, states, cost, startupTiers]);
}

/** Hours off before the first hour as far as they tell units apart; 0 for a unit on, whose bounds say the rest. */
export function hoursOffBefore({ onBefore, hoursBefore, startupTiers, minDowntime }: Unit): number {
  return onBefore ? 0 : Math.min(hoursBefore, Math.max(startupTiers.at(-1)?.lag ?? 0, minDowntime));
}

/** Whether some output cannot follow some other one within an hour. */
function isRamping({ pMin, pMax, rampUp, rampDown, onBefore, powerBefore }: Unit): boolean {
  const [least, most] = [Math.min(...pMin), Math.max(...pMax)];
  if (rampUp < most - least || rampDown < most - least) return true;
  if (!onBefore || powerBefore === null) return false;
  return powerBefore + rampUp < (pMax[0] ?? 0) || powerBefore - rampDown > (pMin[0] ?? 0);
}

/** Whether a start and the stop after it are never in one limit, or one of them takes nothing off the output. */
function limitsAddUp(unit: Unit): boolean {
  const { pMax, startupRamp, shutdownRamp, minUptime } = unit;
  const isFree = (limits: readonly number[]): boolean => limits.every((mw, t) => mw >= (pMax[t] ?? 0));
  return (minUptime > 1 && isSteady(unit)) || isFree(startupRamp) || isFree(shutdownRamp);
}
