/** The certificate of a schedule: all checks, the cost found again, and which input it is about. */
import { createHash } from 'node:crypto';
import type { Certificate } from '../../temporal/messages/certificate.ts';
import type { SolvePayload } from '../../temporal/messages/payload.ts';
import type { JobType } from '../../temporal/solvers.ts';
import { canonicalJson } from './canonical-json.ts';
import { readSchedule } from './read-schedule.ts';
import { recomputedCost } from './recomputed-cost.ts';
import type { UnverifiedResult } from './schedule.ts';
import { verify } from './verify.ts';

/** For results that hold a schedule; an INFEASIBLE or TIMEOUT result has no certificate. */
export function certify(payload: SolvePayload, jobType: JobType, result: UnverifiedResult): Certificate {
  const checks = verify(payload, jobType, result);
  const { energy, noLoad, startup } = recomputedCost(readSchedule(payload, jobType, result));
  const cost = energy + noLoad + startup;
  return {
    verified: checks.every((check) => check.ok),
    checks,
    recomputed_cost_usd: Number.isFinite(cost) ? cost : Number.MAX_VALUE,
    lower_bound_usd: result.lower_bound_usd,
    mip_gap: result.mip_gap,
    input_sha256: createHash('sha256').update(canonicalJson(payload)).digest('hex'),
    solver: result.solver,
    solver_version: result.solver_version,
  };
}
