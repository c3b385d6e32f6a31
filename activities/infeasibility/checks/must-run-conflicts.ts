/** A must_run unit that its minimum downtime still holds off. */
import type { CauseFinder } from '../cause-finder.ts';
import { elementCause } from '../element-cause.ts';

export const mustRunConflicts: CauseFinder = function* ({ jobType, units }) {
  if (jobType === 'ed') return;
  for (const { generator, heldOff } of units) {
    if (!generator.must_run || heldOff === 0) continue;
    const { name, min_downtime } = generator;
    const message = `Hour 0: ${name} is must_run but held off until hour ${heldOff} by min_downtime ${min_downtime}`;
    const place = { element_type: 'generator', element_id: name, hour: 0 } as const;
    yield elementCause('MIN_DOWNTIME_CONFLICT', place, message, null);
  }
};
