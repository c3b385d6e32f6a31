/**
 * Output with reserve in the hour of a start and in the hour before a stop: p + r <= startup_ramp,
 * p + r <= shutdown_ramp  [MW]. Of the output before a stop in the first hour, unless it is known, only p_min is
 * certain. A dispatch knows of no start or stop into the first hour unless it knows that output.
 */
import { at } from '../at.ts';
import type { Rule } from '../rule.ts';
import type { UnitSchedule } from '../schedule.ts';
import { type Step, steps } from '../steps.ts';

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
