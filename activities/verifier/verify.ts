/**
 * Judges a schedule against its payload by rules written independently of the model that produced it. Every check is
 * listed, even with nothing to judge; only checks of families (families/) that the payload does not use are left out.
 */
import type { Check } from '../../temporal/case/messages/certificate.ts';
import type { SolvePayload } from '../../temporal/case/schema.ts';
import type { JobType } from '../../temporal/solvers.ts';
import { type IndependentBound, independentBound } from './bound/independent-bound.ts';
import { bound, cost } from './checks/cost.ts';
import { demandResponse } from './checks/demand-response.ts';
import { contingencyLimits, interfaceLimits, lineLimits, powerBalance } from './checks/network.ts';
import { lmpDecomposition, prices } from './checks/prices.ts';
import { reserve, storage } from './checks/storage-and-reserve.ts';
import {
  initialState,
  minDowntime,
  minUptime,
  outputLimits,
  ramp,
  startupShutdownRamp,
} from './checks/units.ts';
import { familyRules } from './families/index.ts';
import { auditNetwork, type NetworkAudit } from './network/network-audit.ts';
import type { JudgedCase } from './schedule/case.ts';
import { readCase } from './schedule/read-case.ts';
import { readSchedule } from './schedule/read-schedule.ts';
import type { Rule, Schedule, UnverifiedResult } from './schedule/schedule.ts';
import { settlementRule } from './settle.ts';

export const verify = (payload: SolvePayload, jobType: JobType, result: UnverifiedResult): Check[] =>
  judged(payload, jobType, result).checks;

/** The schedule of a result with its checks, and the network audit and the bound that these use. */
export function judged(payload: SolvePayload, jobType: JobType, result: UnverifiedResult) {
  const schedule = readSchedule(readCase(payload, jobType), result);
  const audit = auditNetwork(schedule);
  const independent = independentBound(schedule, audit.factors);
  return { schedule, audit, independent, checks: verifySchedule(schedule, audit, independent) };
}

export const verifySchedule = (
  schedule: Schedule,
  audit: NetworkAudit,
  independent: IndependentBound | undefined,
): Check[] => {
  const { settlement, convex_hull_price_usd_per_mwh } = schedule.result;
  const isSettled = settlement !== undefined || convex_hull_price_usd_per_mwh !== undefined;
  const rules = rulesFor(schedule.case, audit, independent);
  return [...rules, ...(isSettled ? [settlementRule(audit)] : [])].map((rule) => judge(rule, schedule));
};

function judge(rule: Rule, schedule: Schedule): Check {
  const { worst, isEmpty } = largest(rule.excesses(schedule));
  const { name, tolerance } = rule;
  return { name, max_violation: worst, tolerance, ok: worst <= tolerance, ...(isEmpty && { vacuous: true }) };
}

/**
 * The largest excess. JSON has no Infinity: it counts as the largest number, and so does an excess that cannot be
 * judged (NaN).
 */
export function largest(excesses: Iterable<number>) {
  let worst = 0;
  let isEmpty = true;
  for (const excess of excesses) {
    if (Number.isNaN(excess)) return { worst: Number.MAX_VALUE, isEmpty: false };
    isEmpty = false;
    worst = Math.max(worst, excess);
  }
  return { worst: Math.min(worst, Number.MAX_VALUE), isEmpty };
}

/** All checks, in the order of the certificate. */
export function rulesFor(
  judged: JudgedCase,
  audit: NetworkAudit,
  independent: IndependentBound | undefined,
): readonly Rule[] {
  return [
    powerBalance,
    outputLimits,
    ramp,
    minUptime,
    minDowntime,
    initialState,
    startupShutdownRamp,
    reserve,
    lineLimits(audit),
    contingencyLimits(audit),
    ...(judged.interfaces.length > 0 ? [interfaceLimits(audit)] : []),
    storage,
    ...(judged.demand_response.length > 0 ? [demandResponse] : []),
    ...familyRules(judged),
    cost,
    bound(independent),
    lmpDecomposition(audit),
    prices(audit),
  ];
}
