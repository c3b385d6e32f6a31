/** A unit that stops within the horizon stays off for min_downtime hours or to the end  [h]. */
import type { Rule } from '../rule.ts';
import { toRuns } from '../runs.ts';

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
