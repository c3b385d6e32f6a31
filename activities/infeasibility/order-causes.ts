/** At most 100 causes, the most local first, then by hour. */
import type { Cause, ElementType } from '../../temporal/messages/infeasibility.ts';

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
