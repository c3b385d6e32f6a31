/** Load above all that can be supplied; units held off by their minimum downtime are named as well. */
import { at } from '../at.ts';
import type { CauseFinder } from '../cause-finder.ts';
import { elementCause } from '../element-cause.ts';
import { inMw } from '../in-mw.ts';
import { type Area, MARGIN_MW, type UnitRange } from '../infeasible-case.ts';
import { sum } from '../sum.ts';
import { thermalRange } from '../thermal-range.ts';
import { isSourceless } from './islanded-loads.ts';

export const capacityShortfalls: CauseFinder = function* ({ payload, hours, islands }) {
  for (const area of islands) {
    if (islands.length > 1 && isSourceless(area, payload.storage)) continue;
    for (const hour of hours) {
      const { need, high } = thermalRange(area, hour);
      if (need - high > MARGIN_MW) yield* shortfall(area, hour, need - high, islands.length > 1);
    }
  }
};

function* shortfall(area: Area, hour: number, missing: number, split: boolean) {
  const held = area.units.filter((unit) => hour < unit.heldOff && at(unit.pMax, hour) > 0);
  if (sum(held, (unit) => at(unit.pMax, hour)) >= missing - MARGIN_MW) {
    yield* held.map((unit) => heldOffCause(unit, hour, missing));
  }
  const load = at(area.load, hour);
  const where = split ? ` of the island with bus ${Math.min(...area.buses)}` : '';
  const supply = inMw(load - at(area.sheddable, hour) - missing);
  const message = [
    `Hour ${hour}: load ${inMw(load)}${where} exceeds the ${supply} that can be online`,
    ...held.map(holdText),
  ].join('; ');
  const place = { element_type: 'system', element_id: null, hour } as const;
  yield elementCause('CAPACITY_SHORTFALL', place, message, missing);
}

const holdText = ({ generator, heldOff }: UnitRange): string =>
  `${generator.name} is held off until hour ${heldOff} by min_downtime ${generator.min_downtime}`;

function heldOffCause(unit: UnitRange, hour: number, missing: number) {
  const message = `Hour ${hour}: ${holdText(unit)}, and ${inMw(missing)} of load cannot be served without it`;
  const place = { element_type: 'generator', element_id: unit.generator.name, hour } as const;
  return elementCause('MIN_DOWNTIME_CONFLICT', place, message, missing);
}
