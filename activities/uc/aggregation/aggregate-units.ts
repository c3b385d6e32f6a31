/**
 * Merges interchangeable units into one unit with a count, so that the same decision does not occur in several columns
 * of a model.
 */

import { groupBy } from '../../../temporal/case/arithmetic/group-by.ts';
import { amountAt, isSteady, largestOf } from '../../../temporal/case/arithmetic/series.ts';
import type { Instance, Unit } from '../instance.ts';

export interface Aggregation {
  /** Instance of the merged units, in the order of the first member of each. */
  readonly instance: Instance;
  /**
   * Positions of the members of each merged unit in the original instance, ascending; shape [merged units][members].
   */
  readonly members: readonly (readonly number[])[];
}

/** Merges the units of an instance. Units of a dispatch, and units whose loss is a contingency, stay single. */
export function aggregateUnits(instance: Instance): Aggregation {
  const alone = unitsOfContingencies(instance);
  const groups = groupBy(instance.units.entries(), ([g, unit]) => {
    const mayMerge = instance.jobType !== 'ed' && !alone.has(unit.name);
    return (mayMerge && interchangeableKey(instance, unit)) || `alone ${g}`;
  });
  const members = [...groups.values()].map((group) => group.map(([g]) => g));
  const units = members.flatMap(([first = 0, ...rest]) => {
    const unit = instance.units[first];
    return unit ? [rest.length > 0 ? merged(unit, 1 + rest.length) : unit] : [];
  });
  return { instance: { ...instance, units }, members };
}

const unitsOfContingencies = ({ case: { contingencies } }: Instance): ReadonlySet<string> =>
  new Set(contingencies.flatMap(({ generators }) => generators));

/**
 * Merged unit of `count` members. Ramps and earlier outputs may differ between members, but limit none
 * of them, so they are removed.
 */
const merged = (unit: Unit, count: number): Unit => ({
  ...unit,
  count,
  rampUp: unit.rampUp.map(() => Number.POSITIVE_INFINITY),
  rampDown: unit.rampDown.map(() => Number.POSITIVE_INFINITY),
  isSteady: [unit.pMin, unit.pMax].every(isSteady),
  hoursBefore: unit.onBefore ? unit.hoursBefore : hoursOffBefore(unit),
  powerBefore: null,
});

/**
 * Key that is equal for units that may be merged; undefined for a unit that stays single. Units may be merged if they
 * are equal in everything that a schedule depends on, and if the sums of their variables model them without loss
 * (Knueven, Ostrowski, Watson, Exploiting identical generators in unit commitment, IEEE Trans. Power Syst. 33, 2018).
 * Six kinds of limits do not add up, so units with such limits stay single: energy limits; limits of the fuel of
 * starts; non-spinning reserve of a unit that is off; ramps; startup and shutdown limits that may apply to one unit in
 * neighbouring hours; limits of single reserve products, unless every unit that is on can give the same amounts.
 *
 * The key contains every field of a unit except its name, fields that do not limit it (ramps and output before the
 * first hour), and the part of its initial status that has no effect.
 */
function interchangeableKey(instance: Instance, unit: Unit): string | undefined {
  if (unit.energyLimits.length > 0 || unit.fuel?.perStart || largestOf(unit.quickStart) > 0) return undefined;
  if (isRamping(unit) || !limitsAddUp(unit) || !reservesAddUp(unit)) return undefined;
  const { name: _name, rampUp: _up, rampDown: _down, isSteady: _, powerBefore: _power, ...compared } = unit;
  const { shutdownRampBefore: _limit, bus, ...decisive } = compared;
  const { lines, islands } = instance.network;
  const place = lines.length > 0 || islands > 1 ? bus : null;
  return JSON.stringify({ ...decisive, bus: place, hoursBefore: hoursOffBefore(unit) });
}

/**
 * Number of hours off before the first hour, capped where more hours make no difference. 0 for a unit that is on: its
 * initial status is already in its commitment bounds.
 */
function hoursOffBefore({ onBefore, hoursBefore, startupTiers, minDowntime }: Unit): number {
  return onBefore ? 0 : Math.min(hoursBefore, Math.max(startupTiers.at(-1)?.lag ?? 0, minDowntime));
}

/** True if a ramp limit excludes some change of the output from one hour to the next. */
function isRamping({ pMin, pMax, rampUp, rampDown, onBefore, powerBefore }: Unit): boolean {
  const [least, most] = [Math.min(...pMin), Math.max(...pMax)];
  if ([...rampUp, ...rampDown].some((mw) => mw < most - least)) return true;
  if (!onBefore || powerBefore === null) return false;
  const [rise, fall] = [amountAt(rampUp, 0), amountAt(rampDown, 0)];
  return powerBefore + rise < (pMax[0] ?? 0) || powerBefore - fall > (pMin[0] ?? 0);
}

/** True if startup and shutdown limits never apply to the same hour, or if one of the two is never below Pmax. */
function limitsAddUp(unit: Unit): boolean {
  const { pMax, startupRamp, shutdownRamp, minUptime } = unit;
  return (
    (minUptime > 1 && [unit.pMin, pMax].every(isSteady)) ||
    isFree(startupRamp, pMax) ||
    isFree(shutdownRamp, pMax)
  );
}

/** True if no reserve product has its own limit, or if every unit that is on can give the same amounts. */
function reservesAddUp({ pMin, pMax, startupRamp, shutdownRamp, reserveMost }: Unit): boolean {
  const range = Math.max(...pMax) - Math.min(...pMin);
  const isLimited = reserveMost.flat().some((mw) => mw > 0 && mw < range);
  return !isLimited || (isFree(startupRamp, pMax) && isFree(shutdownRamp, pMax));
}

const isFree = (limits: readonly number[], pMax: readonly number[]): boolean =>
  limits.every((mw, t) => mw >= (pMax[t] ?? 0));

/**
 * Commitment of single units -> number of units on per group; undefined where the commitment of a member is undefined.
 */
type Hours = readonly (number | undefined)[];

/** Aggregates the commitment of single units, shape [units][T], to shape [merged units][T]. */
export const aggregateHours = (
  { instance: { periods }, members }: Aggregation,
  hours: readonly Hours[],
): (number | undefined)[][] =>
  members.map((group) =>
    Array.from({ length: periods }, (_, t) =>
      group.reduce<number | undefined>((sum, g) => {
        const on = hours[g]?.[t];
        return sum === undefined || on === undefined ? undefined : sum + on;
      }, 0),
    ),
  );
