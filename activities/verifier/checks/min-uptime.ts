/** A unit that starts within the horizon stays on for min_uptime hours or to the end  [h]. */
import type { Rule } from '../rule.ts';
import { toRuns } from '../runs.ts';

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
