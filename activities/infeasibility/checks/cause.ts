/** What a check yields, in the order and the number that a client gets. */
import type { Cause, ElementType } from '../../../temporal/case/messages/infeasibility.ts';
import type { InfeasibleCase } from '../ranges/infeasible-case.ts';

type Place = Pick<Cause, 'element_type' | 'element_id' | 'hour'>;

/** A cause; its shortfall is rounded to the watt. */
export const elementCause = (
  code: Cause['code'],
  place: Place,
  message: string,
  shortfall: number | null,
): Cause => ({
  code,
  ...place,
  message,
  shortfall_mw: shortfall === null ? null : Number(shortfall.toFixed(6)),
});

/** A power as messages show it. */
export const inMw = (mw: number): string => `${Number(mw.toFixed(3))} MW`;

/** A reply is not the place for more. */
const MAX_CAUSES = 100;

const LOCALITY: readonly ElementType[] = [
  'generator',
  'renewable',
  'line',
  'contingency',
  'storage',
  'bus',
  'reserve',
  'system',
];

/** The most local first, then by hour. */
export const orderCauses = (causes: readonly Cause[]): Cause[] =>
  causes
    .toSorted(
      (a, b) =>
        LOCALITY.indexOf(a.element_type) - LOCALITY.indexOf(b.element_type) || (a.hour ?? 0) - (b.hour ?? 0),
    )
    .slice(0, MAX_CAUSES);

/** One arithmetic test; yields a cause per element and hour that cannot be. */
export type CauseFinder = (subject: InfeasibleCase) => Iterable<Cause>;
