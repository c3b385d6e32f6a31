/** Load above all that can be supplied; units held off by their minimum downtime are named as well. */
import type { TimeWords } from '../../../temporal/case/arithmetic/interval-words.ts';
import { knownAt } from '../../../temporal/case/arithmetic/series.ts';
import { type Area, MARGIN_MW, sum, type UnitRange } from '../ranges/infeasible-case.ts';
import { thermalRange } from '../ranges/thermal-range.ts';
import { type CauseFinder, elementCause, inMw } from './cause.ts';

export const capacityShortfalls: CauseFinder = function* ({ payload, words, hours, islands }) {
  for (const area of islands) {
    if (islands.length > 1 && isSourceless(area, payload.storage)) continue;
    for (const hour of hours) {
      const { need, high } = thermalRange(area, hour);
      if (need - high > MARGIN_MW) yield* shortfall(area, hour, need - high, islands.length > 1, words);
    }
  }
};

function* shortfall(area: Area, hour: number, missing: number, split: boolean, words: TimeWords) {
  const held = area.units.filter((unit) => hour < unit.heldOff && knownAt(unit.pMax, hour) > 0);
  if (sum(held, (unit) => knownAt(unit.pMax, hour)) >= missing - MARGIN_MW) {
    yield* held.map((unit) => heldOffCause(unit, hour, missing, words));
  }
  const load = knownAt(area.load, hour);
  const where = split ? ` of the island with bus ${Math.min(...area.buses)}` : '';
  const supply = inMw(load - knownAt(area.sheddable, hour) - missing);
  const message = [
    `${words.at(hour)}: load ${inMw(load)}${where} exceeds the ${supply} that can be online`,
    ...held.map((unit) => holdText(unit, words)),
  ].join('; ');
  const place = { element_type: 'system', element_id: null, hour } as const;
  yield elementCause('CAPACITY_SHORTFALL', place, message, missing);
}

const holdText = ({ generator, heldOff }: UnitRange, words: TimeWords): string =>
  `${generator.name} is held off until ${words.name(heldOff)} by min_downtime ${words.inHours(generator.min_downtime)}`;

function heldOffCause(unit: UnitRange, hour: number, missing: number, words: TimeWords) {
  const message = `${words.at(hour)}: ${holdText(unit, words)}, and ${inMw(missing)} of load cannot be served without it`;
  const place = { element_type: 'generator', element_id: unit.generator.name, hour } as const;
  return elementCause('MIN_DOWNTIME_CONFLICT', place, message, missing);
}

/** Load on an island where nothing can supply it. */
export const islandedLoads: CauseFinder = function* ({ payload, words, hours, islands }) {
  if (islands.length < 2) return;
  for (const island of islands.filter((area) => isSourceless(area, payload.storage))) {
    for (const hour of hours) {
      if (!(knownAt(island.load, hour) - knownAt(island.sheddable, hour) > MARGIN_MW)) continue;
      for (const bus of island.buses) {
        const load = sum(payload.loads, (item) => (item.bus === bus ? knownAt(item.values, hour) : 0));
        if (load <= MARGIN_MW) continue;
        const message = `${words.at(hour)}: load of ${inMw(load)} at bus ${bus} is connected to no generator`;
        const place = { element_type: 'bus', element_id: String(bus), hour } as const;
        yield elementCause('ISLANDED_LOAD', place, message, load);
      }
    }
  }
};

const isSourceless = (area: Area, storage: readonly { bus: number }[] | undefined): boolean =>
  area.units.length === 0 &&
  area.otherHigh.every((mw) => mw <= 0) &&
  !storage?.some((item) => area.buses.has(item.bus));
