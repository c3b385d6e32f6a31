/**
 * Why a payload cannot have a schedule, as far as arithmetic proves it: no cause is named that is not
 * certain, and a case without causes may still be infeasible.
 */
import type { Cause } from '../../temporal/messages/infeasibility.ts';
import type { SolvePayload } from '../../temporal/messages/payload.ts';
import type { JobType } from '../../temporal/solvers.ts';
import { CAUSE_FINDERS } from './checks/index.ts';
import { orderCauses } from './order-causes.ts';
import { readCase } from './read-case.ts';

/** At most 100 causes, the most local first, then by hour. */
export function explainInfeasibility(payload: SolvePayload, jobType: JobType): Cause[] {
  const subject = readCase(payload, jobType);
  return orderCauses(CAUSE_FINDERS.flatMap((find) => [...find(subject)]));
}
