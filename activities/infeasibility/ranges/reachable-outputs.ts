/**
 * Outputs that a unit can reach hour by hour under its ramps, as the smallest interval around them:
 * on after on: [p - ramp_down, p + ramp_up]; on after off: up to startup_ramp; off after on: from at most
 * shutdown_ramp. Minimum times within the horizon are left out, so the interval is never too narrow.
 */
import { knownAt } from '../../../temporal/case/arithmetic/series.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { MARGIN_MW, type UnitRange } from './infeasible-case.ts';

type Limits = Omit<UnitRange, 'low' | 'high' | 'stuckAt'>;

/** MW while on. */
interface Interval {
  readonly low: number;
  readonly high: number;
}
interface State {
  readonly on: Interval | null;
  readonly off: boolean;
}

export function reachableOutputs(
  limits: Limits,
  jobType: JobType,
): Pick<UnitRange, 'low' | 'high' | 'stuckAt'> {
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

/** Without `initial_power_mw` only p_min is certain of the output before the first hour, and in a dispatch nothing. */
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

function step(limits: Limits, before: State, hour: number): State {
  const { ramp_up, ramp_down } = limits.generator;
  const [pMin, pMax] = [knownAt(limits.pMin, hour), knownAt(limits.pMax, hour)];
  const unlimited = Number.POSITIVE_INFINITY;
  const stay = before.on && {
    low: Math.max(pMin, before.on.low - (ramp_down ?? unlimited)),
    high: Math.min(pMax, before.on.high + (ramp_up ?? unlimited)),
  };
  const start = before.off && { low: pMin, high: Math.min(pMax, knownAt(limits.startupRamp, hour)) };
  const mayStop =
    before.on && before.on.low <= knownAt(limits.shutdownRamp, Math.max(hour - 1, 0)) + MARGIN_MW;
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
