/** How much an area needs from its units, takes from them at most, and can get from them, in an hour, MW. */
import { type Area, at, MARGIN_MW, sum, type UnitRange } from './infeasible-case.ts';

export interface ThermalRange {
  /** Least and most total output that balances the load. */
  readonly need: number;
  readonly room: number;
  /** Least and most total output by commitment and output limits alone. */
  readonly low: number;
  readonly high: number;
  /** The same with the ramps from the hour before. */
  readonly rampedLow: number;
  readonly rampedHigh: number;
}

export function thermalRange(area: Area, hour: number): ThermalRange {
  const low = sum(area.units, (unit) => staticLow(unit, hour));
  const high = sum(area.units, (unit) => staticHigh(unit, hour));
  const reachedLow = sum(area.units, (unit) => at(unit.low, hour));
  const reachedHigh = sum(area.units, (unit) => at(unit.high, hour));
  const now = { ...balance(area, hour), low, high };
  const before = balance(area, hour - 1);
  // Where the hour before has no balance whatever the ramps, it says nothing of this one.
  if (hour === 0 || !isBalanced(area, hour - 1, before))
    return { ...now, rampedLow: reachedLow, rampedHigh: reachedHigh };
  const most = Math.min(
    before.room,
    sum(area.units, (unit) => at(unit.high, hour - 1)),
  );
  const least = Math.max(
    before.need,
    sum(area.units, (unit) => at(unit.low, hour - 1)),
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
  need: at(area.load, hour) - at(area.otherHigh, hour) - at(area.sheddable, hour),
  room: at(area.load, hour) - at(area.otherLow, hour),
});

export const staticHigh = (unit: UnitRange, hour: number): number => {
  if (!unit.mayBeOn[hour]) return 0;
  return unit.mustBeOn[hour] ? at(unit.pMax, hour) : Math.max(0, at(unit.pMax, hour));
};

export const staticLow = (unit: UnitRange, hour: number): number => {
  if (!unit.mayBeOn[hour]) return 0;
  return unit.mustBeOn[hour] ? at(unit.pMin, hour) : Math.min(0, at(unit.pMin, hour));
};

/** Most that a unit can add to its output of the hour before: by its ramp, or by starting. */
function largestRise(unit: UnitRange, hour: number): number {
  const stays = unit.mayBeOn[hour - 1] && unit.mayBeOn[hour];
  const starts = !unit.mustBeOn[hour - 1] && unit.mayBeOn[hour];
  const ramp = stays ? (unit.generator.ramp_up ?? Number.POSITIVE_INFINITY) : 0;
  const startup = starts ? at(unit.startupRamp, hour) : 0;
  const pumpStop = Math.max(0, -at(unit.pMin, hour - 1));
  return Math.min(at(unit.high, hour) - at(unit.low, hour - 1), Math.max(ramp, startup, pumpStop));
}

/** Most that a unit can take off its output of the hour before: by its ramp, or by stopping. */
function largestFall(unit: UnitRange, hour: number): number {
  const stays = unit.mayBeOn[hour - 1] && unit.mayBeOn[hour];
  const stops = unit.mayBeOn[hour - 1] && !unit.mustBeOn[hour];
  const ramp = stays ? (unit.generator.ramp_down ?? Number.POSITIVE_INFINITY) : 0;
  const shutdown = stops ? at(unit.shutdownRamp, hour - 1) : 0;
  const pumpStart = Math.max(0, -at(unit.pMin, hour));
  return Math.min(at(unit.high, hour - 1) - at(unit.low, hour), Math.max(ramp, shutdown, pumpStart));
}
