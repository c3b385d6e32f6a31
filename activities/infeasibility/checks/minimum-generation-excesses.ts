/**
 * Output that must be taken above the load: of units that must be on, or, when some unit has to start,
 * of the smallest one. Units held on by their minimum uptime are named as well.
 */
import type { TimeWords } from '../../../temporal/case/arithmetic/interval-words.ts';
import { knownAt } from '../../../temporal/case/arithmetic/series.ts';
import { type Area, MARGIN_MW, sum, type UnitRange } from '../ranges/infeasible-case.ts';
import { thermalRange } from '../ranges/thermal-range.ts';
import { type CauseFinder, elementCause, inMw } from './cause.ts';

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
  const held = area.units.filter(
    (unit) => hour < unit.heldOn && !unit.generator.must_run && knownAt(unit.pMin, hour) > 0,
  );
  if (sum(held, (unit) => knownAt(unit.pMin, hour)) >= surplus - MARGIN_MW) {
    yield* held.map((unit) => heldOnCause(unit, hour, surplus, words));
  }
  const load = knownAt(area.load, hour);
  const message = [
    `${words.at(hour)}: minimum generation ${inMw(load + surplus)} exceeds the load of ${inMw(load)}`,
    ...held.map((unit) => holdText(unit, words)),
  ].join('; ');
  yield systemCause(hour, message, surplus);
}

/** Units that must be on are too small, and each of the others too large even at its minimum. */
function* smallestUnit(area: Area, hour: number, words: TimeWords) {
  const { need, room, low } = thermalRange(area, hour);
  const forced = area.units.filter((unit) => unit.mustBeOn[hour]);
  const optional = area.units.filter((unit) => unit.mayBeOn[hour] && !unit.mustBeOn[hour]);
  if (need - sum(forced, (unit) => knownAt(unit.pMax, hour)) <= MARGIN_MW || optional.length === 0) return;
  const smallest = Math.min(...optional.map((unit) => knownAt(unit.pMin, hour)));
  const surplus = low + smallest - room;
  if (!(smallest > 0 && surplus > MARGIN_MW)) return;
  const message = `${words.at(hour)}: load ${inMw(knownAt(area.load, hour))} needs one more unit, and the smallest p_min, ${inMw(smallest)}, is ${inMw(surplus)} too much`;
  yield systemCause(hour, message, surplus);
}

const holdText = ({ generator, heldOn }: UnitRange, words: TimeWords): string =>
  `${generator.name} is held on until ${words.name(heldOn)} by min_uptime ${words.inHours(generator.min_uptime)}`;

function heldOnCause(unit: UnitRange, hour: number, surplus: number, words: TimeWords) {
  const message = `${words.at(hour)}: ${holdText(unit, words)}, and ${inMw(surplus)} of generation has no load`;
  const place = { element_type: 'generator', element_id: unit.generator.name, hour } as const;
  return elementCause('MIN_UPTIME_CONFLICT', place, message, surplus);
}

const systemCause = (hour: number, message: string, surplus: number) =>
  elementCause(
    'MINIMUM_GENERATION_EXCESS',
    { element_type: 'system', element_id: null, hour },
    message,
    surplus,
  );
