/** Causes as checks yield them, their order for clients, and their maximum number. */
import type { TimeWords } from '../../../temporal/case/arithmetic/interval-words.ts';
import type { Cause, ElementType } from '../../../temporal/case/messages/infeasibility.ts';
import type { InfeasibleCase } from '../ranges/infeasible-case.ts';

/** An arithmetic test. It yields a cause for each element and hour that it proves infeasible. */
export type CauseFinder = (subject: InfeasibleCase) => Iterable<Cause>;

export type Place = readonly [type: ElementType, id: string | null, hour: number | null];

/** Makes a cause. The message begins with the hour, if there is one; the shortfall is rounded to the watt. */
export const toCause = (
  words: TimeWords,
  code: Cause['code'],
  [element_type, element_id, hour]: Place,
  text: string,
  shortfall: number | null,
): Cause => ({
  code,
  element_type,
  element_id,
  hour,
  message: hour === null ? text : `${words.at(hour)}: ${text}`,
  shortfall_mw: shortfall === null ? null : Number(shortfall.toFixed(6)),
});

/** Quantities in the form that messages show. `energy`: MW times intervals. */
export const inMw = (mw: number): string => `${Number(mw.toFixed(3))} MW`;
export const inMwh = (energy: number, words: TimeWords): string =>
  `${Number(words.inHours(energy).toFixed(3))} MWh`;

/** Maximum number of causes in a reply. */
const MAX_CAUSES = 100;

const LOCALITY: readonly ElementType[] = [
  'generator',
  'renewable',
  'line',
  'contingency',
  'interface',
  'storage',
  'bus',
  'reserve',
  'system',
];

/** Sorts causes by scope (smallest first), then by hour. */
export const orderCauses = (causes: readonly Cause[]): Cause[] =>
  causes
    .toSorted(
      (a, b) =>
        LOCALITY.indexOf(a.element_type) - LOCALITY.indexOf(b.element_type) || (a.hour ?? 0) - (b.hour ?? 0),
    )
    .slice(0, MAX_CAUSES);
