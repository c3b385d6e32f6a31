/** Judges a schedule made elsewhere: its certificate, and every broken rule in words. Solves nothing. */

import type { GivenSchedule, NotJudged, Verification } from '../../../temporal/case/messages/verification.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { certify } from '../certify.ts';
import { completeSchedule } from './complete-schedule.ts';
import { findProblems } from './find-problems.ts';

/** `unread`: fields of the case or the schedule that no reader uses. */
export function verifyGiven(
  payload: SolvePayload,
  jobType: JobType,
  schedule: GivenSchedule,
  unread: readonly NotJudged[] = [],
): Omit<Verification, 'notes'> {
  const { result, derived, missing, notJudged } = completeSchedule(payload, jobType, schedule);
  const { solver: _solver, solver_version: _version, ...certificate } = certify(payload, jobType, result);
  const hasCosts = ['total_cost_usd', 'objective_value', 'cost_breakdown'].some(
    (name) => !derived.includes(name),
  );
  const checks = certificate.checks.map((check) =>
    check.name === 'cost' && check.ok && !hasCosts ? { ...check, vacuous: true } : check,
  );
  const not_judged = [...unread, ...notJudged];
  const verdict = !certificate.verified ? 'refused' : not_judged.length > 0 ? 'not_fully_judged' : 'verified';
  const verified = verdict === 'verified';
  return {
    verified,
    verdict,
    certificate: { ...certificate, verified, ...(not_judged.length > 0 && { not_judged }), checks },
    derived,
    missing,
    not_judged,
    problems: certificate.verified ? [] : findProblems(payload, jobType, result),
  };
}
