/**
 * Ramps of units that stay on: p(t) + r(t) - p(t-1) <= ramp_up and p(t-1) - (p(t) - d(t)) <= ramp_down, d downward
 * reserve  [MW].
 * Into the first hour they hold when the payload gives the output before it.
 */
import type { Rule, UnitSchedule } from '../schedule/schedule.ts';
import { at } from '../schedule/series.ts';
import { type Step, steps } from '../schedule/steps.ts';

export const ramp: Rule = {
  name: 'ramp',
  tolerance: 1e-3,
  *excesses(schedule) {
    for (const unit of schedule.units) {
      const { ramp_up, ramp_down } = unit.generator;
      for (const { wasOn, isOn, from, toWithReserve, toWithoutReserve } of steps(schedule, unit)) {
        if (!wasOn || !isOn || from === null) continue;
        yield toWithReserve - from - (ramp_up ?? Number.POSITIVE_INFINITY);
        yield from - toWithoutReserve - (ramp_down ?? Number.POSITIVE_INFINITY);
      }
    }
  },
};

/**
 * Output with reserve in the hour of a start and in the hour before a stop: p + r <= startup_ramp,
 * p + r <= shutdown_ramp  [MW]. Of the output before a stop in the first hour, unless it is known, only p_min is
 * certain. A dispatch knows of no start or stop into the first hour unless it knows that output.
 */
export const startupShutdownRamp: Rule = {
  name: 'startup_shutdown_ramp',
  tolerance: 1e-3,
  *excesses(schedule) {
    for (const unit of schedule.units) {
      for (const step of steps(schedule, unit)) {
        const isFree = schedule.jobType === 'ed' && step.from === null;
        if (!isFree) yield* excessesOf(unit, step);
      }
    }
  },
};

function* excessesOf(unit: UnitSchedule, { hour, wasOn, isOn, from, reserveBefore, toWithReserve }: Step) {
  if (!wasOn && isOn) yield toWithReserve - at(unit.startupRamp, hour);
  if (wasOn && !isOn) {
    const output = (from ?? at(unit.pMin, 0)) + reserveBefore;
    yield output - at(unit.shutdownRamp, Math.max(hour - 1, 0));
  }
}
