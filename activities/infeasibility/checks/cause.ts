/** Builds a cause; `shortfall_mw` is rounded to the watt. */
import type { Cause, ElementType } from '../../../temporal/case/messages/infeasibility.ts';
import type { InfeasibleCase } from '../ranges/infeasible-case.ts';

type Place = Pick<Cause, 'element_type' | 'element_id' | 'hour'>;

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

/** At most 100 causes, the most local first, then by hour. */
const MAX_CAUSES = 100;

/** The most local comes first. */
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

export const orderCauses = (causes: readonly Cause[]): Cause[] =>
  causes
    .toSorted(
      (a, b) =>
        LOCALITY.indexOf(a.element_type) - LOCALITY.indexOf(b.element_type) || (a.hour ?? 0) - (b.hour ?? 0),
    )
    .slice(0, MAX_CAUSES);

/** One arithmetic test; yields a cause per element and hour that cannot be. */
export type CauseFinder = (subject: InfeasibleCase) => Iterable<Cause>;
