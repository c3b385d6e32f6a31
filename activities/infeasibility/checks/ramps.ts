/** Ramps of single units, and of all of them together. */
import { knownAt } from '../../../temporal/case/arithmetic/series.ts';
import { MARGIN_MW, type UnitRange } from '../ranges/infeasible-case.ts';
import { thermalRange } from '../ranges/thermal-range.ts';
import { type CauseFinder, elementCause, inMw } from './cause.ts';

/** A unit that its own ramps keep from every output it may have. */
export const unitRamps: CauseFinder = function* ({ words, units }) {
  for (const unit of units) {
    const hour = unit.stuckAt;
    if (hour === null) continue;
    const { name } = unit.generator;
    const message = `${words.at(hour)}: ${name} ${conflictOf(unit, hour)}`;
    const place = { element_type: 'generator', element_id: name, hour } as const;
    yield elementCause('RAMP_LIMIT', place, message, null);
  }
};

function conflictOf(unit: UnitRange, hour: number): string {
  const { generator, mayBeOn, pMin, pMax, startupRamp, shutdownRamp } = unit;
  const before = rangeBefore(unit, hour);
  const from = before.low === before.high ? inMw(before.low) : `${inMw(before.low)} to ${inMw(before.high)}`;
  if (!mayBeOn[hour]) {
    const limit = inMw(knownAt(shutdownRamp, Math.max(hour - 1, 0)));
    return `has to be off but cannot stop from ${from}: the limit before a stop is ${limit}`;
  }
  const [low, high, start] = [knownAt(pMin, hour), knownAt(pMax, hour), knownAt(startupRamp, hour)];
  const wasOff = hour === 0 ? generator.initial_status <= 0 : before.high <= 0;
  if (wasOff && start < low - MARGIN_MW)
    return `has to be on but cannot start: the limit of a start, ${inMw(start)}, is below its minimum output of ${inMw(low)}`;
  return `cannot ramp from ${from} into its limits of ${inMw(low)} to ${inMw(high)}`;
}

/** Output before an hour; before the first one p_min is certain where it is not known. */
function rangeBefore({ generator, low, high, pMin }: UnitRange, hour: number) {
  if (hour > 0) return { low: knownAt(low, hour - 1), high: knownAt(high, hour - 1) };
  const output = generator.initial_power_mw ?? (generator.initial_status > 0 ? knownAt(pMin, 0) : 0);
  return { low: output, high: output };
}

/** Load that changes faster than all units together, though each hour alone could be supplied. */
export const systemRamps: CauseFinder = function* ({ words, hours, islands }) {
  for (const area of islands) {
    for (const hour of hours) {
      const { need, room, low, high, rampedLow, rampedHigh } = thermalRange(area, hour);
      if (need > high + MARGIN_MW || room < low - MARGIN_MW) continue;
      const place = { element_type: 'system', element_id: null, hour } as const;
      const load = inMw(knownAt(area.load, hour));
      if (need - rampedHigh > MARGIN_MW) {
        const message = `${words.at(hour)}: load ${load} asks ${inMw(need)} of the units, and their ramps reach only ${inMw(rampedHigh)}`;
        yield elementCause('RAMP_LIMIT', place, message, need - rampedHigh);
      }
      if (rampedLow - room > MARGIN_MW) {
        const message = `${words.at(hour)}: load ${load} takes ${inMw(room)} of the units, and their ramps let them down only to ${inMw(rampedLow)}`;
        yield elementCause('RAMP_LIMIT', place, message, rampedLow - room);
      }
    }
  }
};
