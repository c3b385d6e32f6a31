/** A unit that its own ramps keep from every output it may have. */
import { at } from '../at.ts';
import type { CauseFinder } from '../cause-finder.ts';
import { elementCause } from '../element-cause.ts';
import { inMw } from '../in-mw.ts';
import { MARGIN_MW, type UnitRange } from '../infeasible-case.ts';

export const unitRamps: CauseFinder = function* ({ units }) {
  for (const unit of units) {
    const hour = unit.stuckAt;
    if (hour === null || hasOtherConflict(unit)) continue;
    const { name, initial_power_mw } = unit.generator;
    const [before, low, high] = [
      { low: at(unit.low, hour - 1), high: at(unit.high, hour - 1) },
      at(unit.pMin, hour),
      at(unit.pMax, hour),
    ];
    const from =
      hour === 0 ? `from ${inMw(initial_power_mw ?? 0)}` : `from ${inMw(before.low)} to ${inMw(before.high)}`;
    const message = `Hour ${hour}: ${name} cannot ramp ${from} into its limits of ${inMw(low)} to ${inMw(high)}`;
    const place = { element_type: 'generator', element_id: name, hour } as const;
    yield elementCause('RAMP_LIMIT', place, message, null);
  }
};

/** Limits that contradict each other in some hour have a cause of their own. */
const hasOtherConflict = (unit: UnitRange): boolean =>
  unit.pMin.some(
    (pMin, hour) =>
      pMin > at(unit.pMax, hour) + MARGIN_MW || (unit.mustBeOn[hour] === true && !unit.mayBeOn[hour]),
  );
