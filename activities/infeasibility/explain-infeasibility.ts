/**
 * Why a payload cannot have a schedule, as far as arithmetic proves it: no cause is named that is not
 * certain or that vanishes with the others, and a case without causes may still be infeasible.
 */
import type { CauseCode } from '../../temporal/case/messages/families.ts';
import type { Cause } from '../../temporal/case/messages/infeasibility.ts';
import type { SolvePayload } from '../../temporal/case/messages/payload.ts';
import type { JobType } from '../../temporal/solvers.ts';
import { orderCauses } from './checks/cause.ts';
import { CAUSE_FINDERS } from './checks/index.ts';
import { readCase } from './ranges/read-case.ts';

/** At most 100 causes, the most local first, then by hour. */
export function explainInfeasibility(payload: SolvePayload, jobType: JobType): Cause[] {
  const causes: Cause[] = [];
  for (const finders of CAUSE_FINDERS) {
    const subject = readCase(payload, jobType, unitsOf(causes));
    causes.push(...finders.flatMap((find) => [...find(subject)]));
  }
  return orderCauses(withoutVainRamps(causes));
}

const UNBALANCED: ReadonlySet<CauseCode> = new Set(['CAPACITY_SHORTFALL', 'MINIMUM_GENERATION_EXCESS']);

/** Ramps of the system are a cause only in hours that could be balanced without them. */
function withoutVainRamps(causes: readonly Cause[]): Cause[] {
  const unbalanced = new Set(causes.filter(({ code }) => UNBALANCED.has(code)).map(({ hour }) => hour));
  return causes.filter(
    ({ code, element_type, hour }) =>
      code !== 'RAMP_LIMIT' || element_type !== 'system' || !unbalanced.has(hour),
  );
}

const unitsOf = (causes: readonly Cause[]): ReadonlySet<string | null> =>
  new Set(causes.filter((cause) => cause.element_type === 'generator').map((cause) => cause.element_id));
