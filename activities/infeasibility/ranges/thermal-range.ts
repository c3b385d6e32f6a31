/** How much an area needs from its units, takes from them at most, and can get from them, in an hour, MW. */
import { knownAt } from '../../../temporal/case/arithmetic/series.ts';
import { type Area, MARGIN_MW, sum, type UnitRange } from './infeasible-case.ts';

interface ThermalRange {
  /** Least and most total output that balances the load. */
  readonly need: number;
  readonly room: number;
  /** Least and most total output by commitment and output limits alone. */
  readonly low: number;
  readonly high: number;
  /** Least output with the ramps from the hour before, MW. */
  readonly rampedLow: number;
  readonly rampedHigh: number;
}

export function thermalRange(area: Area, hour: number): ThermalRange {
  const low = sum(area.units, (unit) => staticLow(unit, hour));
  const high = sum(area.units, (unit) => staticHigh(unit, hour));
  const reachedLow = sum(area.units, (unit) => knownAt(unit.low, hour));
  const reachedHigh = sum(area.units, (unit) => knownAt(unit.high, hour));
  const now = { ...balance(area, hour), low, high };
  const before = balance(area, hour - 1);
  // Where the hour before has no balance whatever the ramps, it says nothing of this one.
  if (hour === 0 || !isBalanced(area, hour - 1, before))
    return { ...now, rampedLow: reachedLow, rampedHigh: reachedHigh };
  const most = Math.min(
    before.room,
    sum(area.units, (unit) => knownAt(unit.high, hour - 1)),
  );
  const least = Math.max(
    before.need,
    sum(area.units, (unit) => knownAt(unit.low, hour - 1)),
  );
  return {
    ...now,
    rampedLow: Math.max(reachedLow, least - sum(area.units, (unit) => largestFall(unit, hour))),
    rampedHigh: Math.min(reachedHigh, most + sum(area.units, (unit) => largestRise(unit, hour))),
  };
}

const isBalanced = ({ units }: Area, hour: number, { need, room }: Pick<ThermalRange, 'need' | 'room'>) =>
  need <= sum(units, (unit) => staticHigh(unit, hour)) + MARGIN_MW &&
  room >= sum(units, (unit) => staticLow(unit, hour)) - MARGIN_MW;

const balance = (area: Area, hour: number) => ({
  need: knownAt(area.load, hour) - knownAt(area.otherHigh, hour) - knownAt(area.sheddable, hour),
  room: knownAt(area.load, hour) - knownAt(area.otherLow, hour),
});

export const staticHigh = (unit: UnitRange, hour: number): number => {
  if (!unit.mayBeOn[hour]) return 0;
  return unit.mustBeOn[hour] ? knownAt(unit.pMax, hour) : Math.max(0, knownAt(unit.pMax, hour));
};

export const staticLow = (unit: UnitRange, hour: number): number => {
  if (!unit.mayBeOn[hour]) return 0;
  return unit.mustBeOn[hour] ? knownAt(unit.pMin, hour) : Math.min(0, knownAt(unit.pMin, hour));
};

/** Most that a unit can add to its output of the hour before: by its ramp, or by starting. */
function largestRise(unit: UnitRange, hour: number): number {
  const stays = unit.mayBeOn[hour - 1] && unit.mayBeOn[hour];
  const starts = !unit.mustBeOn[hour - 1] && unit.mayBeOn[hour];
  const ramp = stays ? (unit.generator.ramp_up ?? Number.POSITIVE_INFINITY) : 0;
  const startup = starts ? knownAt(unit.startupRamp, hour) : 0;
  const pumpStop = Math.max(0, -knownAt(unit.pMin, hour - 1));
  return Math.min(knownAt(unit.high, hour) - knownAt(unit.low, hour - 1), Math.max(ramp, startup, pumpStop));
}

/** Most that a unit can take off its output of the hour before: by its ramp, or by stopping. */
function largestFall(unit: UnitRange, hour: number): number {
  const stays = unit.mayBeOn[hour - 1] && unit.mayBeOn[hour];
  const stops = unit.mayBeOn[hour - 1] && !unit.mustBeOn[hour];
  const ramp = stays ? (unit.generator.ramp_down ?? Number.POSITIVE_INFINITY) : 0;
  const shutdown = stops ? knownAt(unit.shutdownRamp, hour - 1) : 0;
  const pumpStart = Math.max(0, -knownAt(unit.pMin, hour));
  return Math.min(
    knownAt(unit.high, hour - 1) - knownAt(unit.low, hour),
    Math.max(ramp, shutdown, pumpStart),
  );
}
