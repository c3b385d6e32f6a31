/**
 * Ramps of units that stay on: p(t) + r(t) - p(t-1) <= ramp_up and p(t-1) - p(t) <= ramp_down  [MW].
 * Into the first hour they hold when the payload gives the output before it.
 */
import type { Rule } from '../rule.ts';
import { steps } from '../steps.ts';

export const ramp: Rule = {
  name: 'ramp',
  tolerance: 1e-3,
  *excesses(schedule) {
    for (const unit of schedule.units) {
      const { ramp_up, ramp_down } = unit.generator;
      for (const { wasOn, isOn, from, to, toWithReserve } of steps(schedule, unit)) {
        if (!wasOn || !isOn || from === null) continue;
        yield toWithReserve - from - (ramp_up ?? Number.POSITIVE_INFINITY);
        yield from - to - (ramp_down ?? Number.POSITIVE_INFINITY);
      }
    }
  },
};
