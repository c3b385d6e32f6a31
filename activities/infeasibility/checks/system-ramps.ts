/** Load that changes faster than all units together, though each hour alone could be supplied. */
import { at } from '../at.ts';
import type { CauseFinder } from '../cause-finder.ts';
import { elementCause } from '../element-cause.ts';
import { inMw } from '../in-mw.ts';
import { MARGIN_MW } from '../infeasible-case.ts';
import { thermalRange } from '../thermal-range.ts';

export const systemRamps: CauseFinder = function* ({ hours, islands }) {
  for (const area of islands) {
    for (const hour of hours) {
      const { need, room, low, high, rampedLow, rampedHigh } = thermalRange(area, hour);
      if (need > high + MARGIN_MW || room < low - MARGIN_MW) continue;
      const place = { element_type: 'system', element_id: null, hour } as const;
      const load = inMw(at(area.load, hour));
      if (need - rampedHigh > MARGIN_MW) {
        const message = `Hour ${hour}: load ${load} asks ${inMw(need)} of the units, and their ramps reach only ${inMw(rampedHigh)}`;
        yield elementCause('RAMP_LIMIT', place, message, need - rampedHigh);
      }
      if (rampedLow - room > MARGIN_MW) {
        const message = `Hour ${hour}: load ${load} takes ${inMw(room)} of the units, and their ramps let them down only to ${inMw(rampedLow)}`;
        yield elementCause('RAMP_LIMIT', place, message, rampedLow - room);
      }
    }
  }
};
