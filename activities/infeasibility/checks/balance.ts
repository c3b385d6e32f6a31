/** Finds hours in which the load exceeds the largest possible supply, or is below the least possible output. */
import type { TimeWords } from '../../../temporal/case/arithmetic/interval-words.ts';
import { knownAt } from '../../../temporal/case/arithmetic/series.ts';
import { mustRunIn } from '../../case/commitment-bounds.ts';
import { thermalRange } from '../ranges/area.ts';
import { type Area, MARGIN_MW, sum, type UnitRange } from '../ranges/infeasible-case.ts';
import { type CauseFinder, inMw, toCause } from './cause.ts';
import { heldOffText, heldOnText } from './own-limits.ts';

/** Hours with too little supply. A cause also names units that their minimum down time keeps off. */
export const capacityShortfalls: CauseFinder = function* ({ case: instance, words, hours, islands }) {
  for (const area of islands) {
    if (islands.length > 1 && isSourceless(area, instance.storage)) continue;
    for (const hour of hours) {
      const { need, high } = thermalRange(area, hour);
      if (need - high > MARGIN_MW) yield* shortfall(area, hour, need - high, islands.length > 1, words);
    }
  }
};

function* shortfall(area: Area, hour: number, missing: number, split: boolean, words: TimeWords) {
  const heldUnits = area.units.filter((unit) => hour < unit.heldOff && knownAt(unit.pMax, hour) > 0);
  const isHeld = (unit: UnitRange): string => `${unit.generator.name} is ${heldOffText(unit, words)}`;
  if (sum(heldUnits, (unit) => knownAt(unit.pMax, hour)) >= missing - MARGIN_MW)
    for (const unit of heldUnits) {
      const text = `${isHeld(unit)}, and ${inMw(missing)} of load cannot be served without it`;
      yield toCause(words, 'MIN_DOWNTIME_CONFLICT', ['generator', unit.generator.name, hour], text, missing);
    }
  const load = knownAt(area.load, hour);
  const where = split ? ` of the island with bus ${Math.min(...area.buses)}` : '';
  const supply = inMw(load - knownAt(area.sheddable, hour) - missing);
  const text = `load ${inMw(load)}${where} exceeds the ${supply} that can be online`;
  const all = [text, ...heldUnits.map(isHeld)].join('; ');
  yield toCause(words, 'CAPACITY_SHORTFALL', ['system', null, hour], all, missing);
}

/** Load on an island on which no element can supply it. */
export const islandedLoads: CauseFinder = function* ({ case: instance, words, hours, islands }) {
  if (islands.length < 2) return;
  for (const island of islands.filter((area) => isSourceless(area, instance.storage)))
    for (const hour of hours) {
      if (!(knownAt(island.load, hour) - knownAt(island.sheddable, hour) > MARGIN_MW)) continue;
      for (const bus of island.buses) {
        const load = sum(instance.loads, (item) => (item.bus === bus ? knownAt(item.values, hour) : 0));
        if (load <= MARGIN_MW) continue;
        const text = `load of ${inMw(load)} at bus ${bus} is connected to no generator`;
        yield toCause(words, 'ISLANDED_LOAD', ['bus', String(bus), hour], text, load);
      }
    }
};

const isSourceless = (area: Area, storage: readonly { bus: number }[]): boolean =>
  area.units.length === 0 &&
  area.otherHigh.every((mw) => mw <= 0) &&
  !storage.some((item) => area.buses.has(item.bus));

/**
 * Hours in which the least possible output exceeds the load. The output is that of units that must be on or, if some
 * unit has to start, that of the smallest unit. A cause also names units that their minimum up time keeps on.
 */
export const minimumGenerationExcesses: CauseFinder = function* ({ words, hours, islands }) {
  for (const area of islands) {
    for (const hour of hours) {
      const { room, low } = thermalRange(area, hour);
      if (low - room > MARGIN_MW) yield* excess(area, hour, low - room, words);
      else yield* smallestUnit(area, hour, words);
    }
  }
};

function* excess(area: Area, hour: number, surplus: number, words: TimeWords) {
  const heldUnits = area.units.filter(
    (unit) => hour < unit.heldOn && !mustRunIn(unit.generator, hour) && knownAt(unit.pMin, hour) > 0,
  );
  const isHeld = (unit: UnitRange): string => `${unit.generator.name} is ${heldOnText(unit, words)}`;
  if (sum(heldUnits, (unit) => knownAt(unit.pMin, hour)) >= surplus - MARGIN_MW)
    for (const unit of heldUnits) {
      const text = `${isHeld(unit)}, and ${inMw(surplus)} of generation has no load`;
      yield toCause(words, 'MIN_UPTIME_CONFLICT', ['generator', unit.generator.name, hour], text, surplus);
    }
  const load = knownAt(area.load, hour);
  const text = `minimum generation ${inMw(load + surplus)} exceeds the load of ${inMw(load)}`;
  const all = [text, ...heldUnits.map(isHeld)].join('; ');
  yield toCause(words, 'MINIMUM_GENERATION_EXCESS', ['system', null, hour], all, surplus);
}

/** The units that must be on cannot cover the load, and adding any other unit exceeds it, even at Pmin. */
function* smallestUnit(area: Area, hour: number, words: TimeWords) {
  const { need, room, low } = thermalRange(area, hour);
  const forced = area.units.filter((unit) => unit.mustBeOn[hour]);
  const optional = area.units.filter((unit) => unit.mayBeOn[hour] && !unit.mustBeOn[hour]);
  if (need - sum(forced, (unit) => knownAt(unit.pMax, hour)) <= MARGIN_MW || optional.length === 0) return;
  const smallest = Math.min(...optional.map((unit) => knownAt(unit.pMin, hour)));
  const surplus = low + smallest - room;
  if (!(smallest > 0 && surplus > MARGIN_MW)) return;
  const text = `load ${inMw(knownAt(area.load, hour))} needs one more unit, and the smallest p_min, ${inMw(smallest)}, is ${inMw(surplus)} too much`;
  yield toCause(words, 'MINIMUM_GENERATION_EXCESS', ['system', null, hour], text, surplus);
}
