/**
 * Why a payload cannot have a schedule, as far as arithmetic proves it: no cause is named that is not
 * certain, and a case without causes may still be infeasible.
 */
import type { Cause, ElementType } from '../../temporal/messages/infeasibility.ts';
import type { SolvePayload } from '../../temporal/messages/payload.ts';
import type { JobType } from '../../temporal/solvers.ts';
import { CAUSE_FINDERS } from './checks/index.ts';
import { readCase } from './read-case.ts';

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

/** At most 100 causes, the most local first, then by hour. */
export function explainInfeasibility(payload: SolvePayload, jobType: JobType): Cause[] {
  const subject = readCase(payload, jobType);
  const causes = CAUSE_FINDERS.flatMap((find) => [...find(subject)]);
  return causes
    .toSorted(
      (a, b) =>
        LOCALITY.indexOf(a.element_type) - LOCALITY.indexOf(b.element_type) || (a.hour ?? 0) - (b.hour ?? 0),
    )
    .slice(0, MAX_CAUSES);
}
