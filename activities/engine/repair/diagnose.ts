/**
 * What is wrong with a case that has no schedule: the causes, and the smallest repair. Arithmetic first, then
 * elastic models, within a share of the time that is left. Whatever happens here, the case stays infeasible.
 */
import type { Cause, Infeasibility } from '../../../temporal/case/messages/infeasibility.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { explainInfeasibility } from '../../infeasibility/explain-infeasibility.ts';
import { type Clock, shareOfClock, startClock } from '../base/clock.ts';
import { elasticCauses } from './elastic-causes.ts';
import { findRepair, NO_REPAIR } from './find-repair.ts';

/** Share of the time left, within bounds, s. */
const SHARE = 0.3;
const LEAST_S = 2;
const MOST_S = 20;
/** Share of that in which causes are looked for. */
const CAUSES_SHARE = 0.6;
/** Never more than this share of what is left: a solver may overrun, and the answer has to be in time. */
const SAFE_SHARE = 0.75;

export async function diagnose(
  payload: SolvePayload,
  jobType: JobType,
  clock: Clock,
): Promise<Infeasibility> {
  const own = startClock(allowedS(clock.leftS()));
  const causes = await orElse<Cause[]>([], () => causesOf(payload, jobType, own));
  return { causes, ...(await orElse(NO_REPAIR, () => findRepair(payload, jobType, causes, own))) };
}

const allowedS = (leftS: number): number =>
  Math.min(MOST_S, Math.max(LEAST_S, SHARE * leftS), SAFE_SHARE * leftS);

async function causesOf(payload: SolvePayload, jobType: JobType, clock: Clock): Promise<Cause[]> {
  const proven = explainInfeasibility(payload, jobType);
  return proven.length > 0 ? proven : elasticCauses(payload, jobType, shareOfClock(clock, CAUSES_SHARE));
}

/** A diagnosis that fails is an answer without it. */
async function orElse<T>(otherwise: T, find: () => Promise<T>): Promise<T> {
  try {
    return await find();
  } catch {
    return otherwise;
  }
}
