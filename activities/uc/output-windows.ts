/**
 * Output windows: the range of output of each unit that a fixed commitment and the output of the previous hour allow. A
 * window respects the limits and the ramps of the unit, and the output that it needs before a stop or a higher minimum
 * output.
 */
import { amountAt } from '../../temporal/case/arithmetic/series.ts';
import type { Instance, Unit } from './instance.ts';

/** Least and largest outputs, MW, shape [units]; both are 0 for a unit that is off. */
export interface Windows {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** Output limits that result from the ramps to later hours alone, MW, shape [T]. */
interface Reach {
  readonly least: Float64Array;
  readonly most: Float64Array;
}

/** Windows that are empty by less than this are empty only by rounding, MW. */
const ROUNDING = 1e-6;

/**
 * Returns functions for the output windows. `on`: number of units on; of merged units all or none; shape [units][T].
 */
export function outputWindows({ units, periods }: Instance, on: readonly (readonly number[])[]) {
  const reaches = units.map((unit, g) => reachOf(unit, on[g] ?? [], periods));
  /** Largest output if the output of the previous hour is free, MW, shape [units][T]. */
  const most = (): Float64Array[] => units.map((unit, g) => mostAfterStarts(unit, on[g] ?? [], reaches[g]));
  /**
   * Windows of hour t; undefined if some unit has no feasible output. `before`: output in the previous hour, MW, shape
   * [units].
   */
  const at = (t: number, before: Float64Array): Windows | undefined => {
    const low = new Float64Array(units.length);
    const high = new Float64Array(units.length);
    for (const [g, unit] of units.entries()) {
      const many = on[g]?.[t] ?? 0;
      if (many === 0) continue;
      const [least, most] = windowOf(unit, reaches[g], on[g] ?? [], t, (before[g] ?? 0) / many);
      if (least > most + ROUNDING) return undefined;
      low[g] = many * Math.min(least, most);
      high[g] = many * most;
    }
    return { low, high };
  };
  return { at, most };
}

/** Least and largest output of one unit in an hour in which it is on, MW. */
function windowOf(
  { onBefore, powerBefore, startupRamp, rampUp, rampDown }: Unit,
  reach: Reach | undefined,
  on: readonly number[],
  t: number,
  before: number,
): [least: number, most: number] {
  const wasOn = t > 0 ? on[t - 1] !== 0 : onBefore;
  const from = t > 0 ? before : powerBefore;
  const least = reach?.least[t] ?? 0;
  const most = reach?.most[t] ?? 0;
  if (!wasOn) return [least, Math.min(most, startupRamp[t] ?? 0)];
  if (from === null) return [least, most];
  return [Math.max(least, from - amountAt(rampDown, t)), Math.min(most, from + amountAt(rampUp, t))];
}

/** Largest output of a unit within its ramps after starts and before stops, MW, shape [T]; 0 in hours off. */
function mostAfterStarts(
  { onBefore, powerBefore, startupRamp, rampUp }: Unit,
  on: readonly number[],
  reach: Reach | undefined,
): Float64Array {
  const most = new Float64Array(on.length);
  let before = onBefore ? (powerBefore ?? Number.POSITIVE_INFINITY) : Number.NaN;
  for (const [t, many] of on.entries()) {
    if (many === 0) {
      before = Number.NaN;
      continue;
    }
    const climbed = Number.isNaN(before) ? (startupRamp[t] ?? 0) : before + amountAt(rampUp, t);
    before = Math.min(reach?.most[t] ?? 0, climbed);
    most[t] = many * before;
  }
  return most;
}

/** Range of output from which a unit can keep its limits in all later hours. */
function reachOf(unit: Unit, on: readonly number[], periods: number): Reach {
  const { pMin, pMax, shutdownRamp, rampUp, rampDown } = unit;
  const least = Float64Array.from(pMin);
  const most = Float64Array.from(pMax);
  for (let t = periods - 2; t >= 0; t--) {
    if (on[t] === 0) continue;
    if (on[t + 1] !== 0) {
      least[t] = Math.max(least[t] ?? 0, (least[t + 1] ?? 0) - amountAt(rampUp, t + 1));
      most[t] = Math.min(most[t] ?? 0, (most[t + 1] ?? 0) + amountAt(rampDown, t + 1));
    } else most[t] = Math.min(most[t] ?? 0, shutdownRamp[t] ?? 0);
  }
  return { least, most };
}
