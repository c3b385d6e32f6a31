/** Range of a unit's output in each hour, from its limits, its given commitment and its initial state. */
import { knownAt, limitAt } from '../../../temporal/case/arithmetic/series.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import type { Case, CaseGenerator } from '../../case/case.ts';
import { commitmentBounds } from '../../case/commitment-bounds.ts';
import { MARGIN_MW, type UnitRange } from './infeasible-case.ts';

export function unitRange(generator: CaseGenerator, { jobType, relaxed }: Case): UnitRange {
  const { leastOutput, ramp_up, ramp_down } = generator;
  const lower = generator.p_min;
  /**
   * Startup or shutdown limit in each hour: `value` or, by default, the ramp `ahead` hours later (no limit after the
   * last hour), at least Pmin.
   */
  const limit = (value: number | undefined, ramps: readonly number[], ahead: number) =>
    lower.map((pMin, t) => value ?? Math.max(pMin, leastOutput, limitAt(ramps, t + ahead)));
  const limits = {
    generator,
    ...commitmentBounds(generator, jobType),
    pMin: relaxed ? lower.map((pMin) => Math.min(0, pMin)) : lower,
    pMax: generator.p_max,
    startupRamp: limit(generator.startup_ramp, ramp_up, 0),
    shutdownRamp: limit(generator.shutdown_ramp, ramp_down, 1),
    shutdownRampBefore:
      generator.shutdown_ramp ?? Math.max(knownAt(lower, 0), leastOutput, knownAt(ramp_down, 0)),
  };
  return { ...limits, ...reachableOutputs(limits, jobType) };
}

/**
 * Range of a unit whose rules are ignored: in every hour it may be off, or have any output between Pmin and Pmax, even
 * if Pmin is above Pmax.
 */
export function freeRange({ generator, ...range }: UnitRange): UnitRange {
  const pMin = range.pMin.map((low, hour) => Math.min(low, knownAt(range.pMax, hour)));
  const pMax = range.pMax.map((high, hour) => Math.max(high, knownAt(range.pMin, hour)));
  const unlimited = pMax.map(() => Number.POSITIVE_INFINITY);
  return {
    generator: { ...generator, ramp_up: unlimited, ramp_down: unlimited },
    heldOn: 0,
    heldOff: 0,
    mustBeOn: pMax.map(() => false),
    mayBeOn: pMax.map(() => true),
    pMin,
    pMax,
    startupRamp: unlimited,
    shutdownRamp: unlimited,
    shutdownRampBefore: Number.POSITIVE_INFINITY,
    low: pMin.map((low) => Math.min(0, low)),
    high: pMax.map((high) => Math.max(0, high)),
    stuckAt: null,
  };
}

type Limits = Omit<UnitRange, 'low' | 'high' | 'stuckAt'>;

/** Range of output while on, MW. */
interface Interval {
  readonly low: number;
  readonly high: number;
}
interface State {
  readonly on: Interval | null;
  readonly off: boolean;
}

/**
 * Smallest interval that contains the outputs that a unit can reach in each hour under its ramps: on after on: [p -
 * ramp_down, p + ramp_up]; on after off: up to startup_ramp; off after on: from at most shutdown_ramp. Minimum times
 * within the horizon are left out, so the interval is never too narrow.
 */
function reachableOutputs(limits: Limits, jobType: JobType): Pick<UnitRange, 'low' | 'high' | 'stuckAt'> {
  const low: number[] = [];
  const high: number[] = [];
  let stuckAt: number | null = null;
  let state = stateBefore(limits, jobType);
  for (const hour of limits.pMin.keys()) {
    let next = step(limits, state, hour);
    if (!next.on && !next.off) {
      stuckAt ??= hour;
      next = {
        on: { low: knownAt(limits.pMin, hour), high: knownAt(limits.pMax, hour) },
        off: !limits.mustBeOn[hour],
      };
    }
    state = next;
    low.push(Math.min(state.on?.low ?? 0, state.off ? 0 : Number.POSITIVE_INFINITY));
    high.push(Math.max(state.on?.high ?? 0, state.off ? 0 : Number.NEGATIVE_INFINITY));
  }
  return { low, high, stuckAt };
}

/**
 * State before the first hour. Without `initial_power_mw`, the output is at least Pmin; in an economic dispatch it is
 * unknown.
 */
function stateBefore({ generator, pMin }: Limits, jobType: JobType): State {
  const { initial_power_mw, initial_status } = generator;
  if (initial_power_mw === undefined) {
    const high = Number.POSITIVE_INFINITY;
    return jobType === 'ed'
      ? { on: { low: Number.NEGATIVE_INFINITY, high }, off: true }
      : onOrOff(initial_status > 0, { low: knownAt(pMin, 0), high });
  }
  return onOrOff(initial_status > 0, { low: initial_power_mw, high: initial_power_mw });
}

const onOrOff = (on: boolean, interval: Interval): State =>
  on ? { on: interval, off: false } : { on: null, off: true };

/** Largest output before a stop in `hour`, MW. */
export const stopLimit = (
  { shutdownRamp, shutdownRampBefore }: Pick<UnitRange, 'shutdownRamp' | 'shutdownRampBefore'>,
  hour: number,
): number => (hour > 0 ? knownAt(shutdownRamp, hour - 1) : shutdownRampBefore);

function step(limits: Limits, before: State, hour: number): State {
  const rise = knownAt(limits.generator.ramp_up, hour);
  const fall = knownAt(limits.generator.ramp_down, hour);
  const [pMin, pMax] = [knownAt(limits.pMin, hour), knownAt(limits.pMax, hour)];
  const stay = before.on && {
    low: Math.max(pMin, before.on.low - fall),
    high: Math.min(pMax, before.on.high + rise),
  };
  const start = before.off && { low: pMin, high: Math.min(pMax, knownAt(limits.startupRamp, hour)) };
  const mayStop = before.on && before.on.low <= stopLimit(limits, hour) + MARGIN_MW;
  return {
    on: limits.mayBeOn[hour] ? hull([stay, start]) : null,
    off: !limits.mustBeOn[hour] && (before.off || mayStop === true),
  };
}

function hull(intervals: readonly (Interval | null | false)[]): Interval | null {
  const real = intervals.filter(
    (interval): interval is Interval =>
      interval !== null && interval !== false && interval.low <= interval.high + MARGIN_MW,
  );
  if (real.length === 0) return null;
  return {
    low: Math.min(...real.map((interval) => interval.low)),
    high: Math.max(...real.map((interval) => interval.high)),
  };
}
