/**
 * Output with reserve in the hour of a start and in the hour before a stop: p + r <= startup_ramp,
 * p + r <= shutdown_ramp  [MW]. A stop in the first hour is limited when the output before it is known.
 * A dispatch knows of no start into the first hour unless it knows that output.
 */
import { at } from '../at.ts';
import type { Rule } from '../rule.ts';
import { steps } from '../steps.ts';

export const startupShutdownRamp: Rule = {
  name: 'startup_shutdown_ramp',
  tolerance: 1e-3,
  *excesses(schedule) {
    for (const unit of schedule.units) {
      for (const { hour, wasOn, isOn, from, reserveBefore, toWithReserve } of steps(schedule, unit)) {
        const startsFreely = schedule.jobType === 'ed' && from === null;
        if (!wasOn && isOn && !startsFreely) yield toWithReserve - at(unit.startupRamp, hour);
        if (wasOn && !isOn && from !== null) {
          yield from + reserveBefore - at(unit.shutdownRamp, Math.max(hour - 1, 0));
        }
      }
    }
  },
};
