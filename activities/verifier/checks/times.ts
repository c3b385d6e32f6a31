/** Minimum times, and what holds a unit at the beginning  [h]. */
import type { Rule } from '../schedule/schedule.ts';
import { toRuns } from '../schedule/steps.ts';

/**
 * What the state before the first hour still demands: with initial_status n, on for max(0, min_uptime - n)
 * hours when n > 0, else off for max(0, min_downtime - |n|); must_run units are always on, and what was
 * decided before the solve is kept  [h].
 */
export const initialState: Rule = {
  name: 'initial_state',
  tolerance: 0,
  *excesses({ payload, hours, jobType, units }) {
    if (jobType === 'ed') return;
    for (const { generator, on, onBefore } of units) {
      const { initial_status, min_uptime, min_downtime, must_run } = generator;
      const owed = (onBefore ? min_uptime : min_downtime) - Math.abs(initial_status);
      for (const run of toRuns(on, onBefore)) {
        if (run.initial) yield Math.min(owed, hours.length) - run.end;
      }
      if (must_run) yield on.filter((state) => !state).length;
      const fixed = payload.fixed_commitment?.filter((choice) => choice.generator === generator.name) ?? [];
      yield fixed.filter((choice) => on[choice.hour] !== choice.on).length;
    }
  },
};

/** A unit that starts within the horizon stays on for min_uptime hours or to the end  [h]. */
export const minUptime: Rule = {
  name: 'min_uptime',
  tolerance: 0,
  *excesses({ hours, jobType, units }) {
    if (jobType === 'ed') return;
    for (const { generator, on, onBefore } of units) {
      for (const run of toRuns(on, onBefore)) {
        const ends = run.end < hours.length;
        if (run.on && !run.initial && ends) yield generator.min_uptime - (run.end - run.start);
      }
    }
  },
};

/** A unit that stops within the horizon stays off for min_downtime hours or to the end  [h]. */
export const minDowntime: Rule = {
  name: 'min_downtime',
  tolerance: 0,
  *excesses({ hours, jobType, units }) {
    if (jobType === 'ed') return;
    for (const { generator, on, onBefore } of units) {
      for (const run of toRuns(on, onBefore)) {
        const ends = run.end < hours.length;
        if (!run.on && !run.initial && ends) yield generator.min_downtime - (run.end - run.start);
      }
    }
  },
};
