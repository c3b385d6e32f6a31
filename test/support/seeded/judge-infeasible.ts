/** Judges seeded cases without a schedule: their causes, in hours and in shorter intervals, and their repairs. */
import assert from 'node:assert/strict';
import { explainInfeasibility } from '../../../activities/infeasibility/explain-infeasibility.ts';
import { valueAt } from '../../../temporal/case/arithmetic/series.ts';
import { payloadProblems } from '../../../temporal/case/checks/payload-problems.ts';
import type { Cause, Repair } from '../../../temporal/case/messages/infeasibility.ts';
import { applyRepair } from '../../../temporal/case/scenario/apply-repair.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import { atInterval } from '../cases/at-interval.ts';
import type { InfeasibleCase } from '../cases/infeasible-case.ts';
import type { RandomCase } from '../cases/random-case.ts';
import { mend } from '../cases/spoilt-case.ts';
import { solve } from '../engine/solve.ts';

const LIMITS = { maxHorizon: 24 };
const QUARTER = 15;

/** Checks that the known cause is reported, and that the repair leads to a verified schedule. */
export async function judgeCause({ jobType, payload, cause }: InfeasibleCase): Promise<void> {
  const { causes } = await repaired(jobType, payload);
  const reported = causes.map(({ code, element_type, element_id, hour }) => [
    code,
    element_type,
    element_id,
    hour,
  ]);
  const { code, element_type, element_id, hour } = cause;
  const expected = JSON.stringify([code, element_type, element_id, hour]);
  assert.ok(
    reported.some((each) => JSON.stringify(each) === expected),
    `${expected} is not in ${JSON.stringify(reported)}`,
  );
}

/**
 * Checks the case in intervals of 15 minutes: the cause names the interval and its start time, and the repair is in the
 * units of the payload. Returns true if the cause has a time.
 */
export async function judgeTimedCause({ jobType, payload: hourly, cause }: InfeasibleCase): Promise<boolean> {
  const payload = atInterval(hourly, QUARTER);
  const { causes, repair } = await repaired(jobType, payload);
  for (const entry of repair) assertUnitsOf(payload, entry);
  for (const { message } of causes) assert.doesNotMatch(message, /hour \d/i);
  const reported = causes.find(
    ({ code, element_id, hour }) =>
      code === cause.code && element_id === cause.element_id && hour === cause.hour,
  );
  assert.ok(reported, JSON.stringify(causes));
  if (reported.hour === null) return false;
  const clock = `${Math.floor(reported.hour / 4)}:${String((reported.hour % 4) * QUARTER).padStart(2, '0')}`;
  const time = new RegExp(
    `^Interval ${reported.hour} \\(${clock}\\): |in interval ${reported.hour} \\(${clock}\\)$`,
  );
  assert.match(reported.message, time);
  return true;
}

async function repaired(jobType: InfeasibleCase['jobType'], payload: SolvePayload) {
  assert.deepEqual(payloadProblems(payload, LIMITS), []);
  const { termination_status, infeasibility } = await solve(jobType, payload);
  assert.equal(termination_status, 'INFEASIBLE');
  const { causes = [], repair = [], repair_cost } = infeasibility ?? {};
  assert.ok(repair.length > 0 && (repair_cost ?? 0) > 0, 'no repair');
  const mended = applyRepair(payload, repair);
  assert.deepEqual(payloadProblems(mended, LIMITS), []);
  const { certificate } = await solve(jobType, mended);
  assert.equal(certificate?.verified, true, JSON.stringify(repair));
  return { causes, repair };
}

function assertUnitsOf(payload: SolvePayload, { field, from, element_id, hour }: Repair): void {
  const unit = payload.generators.find(({ name }) => name === element_id);
  if (field === 'ramp_up' || field === 'ramp_down' || field === 'min_uptime' || field === 'min_downtime')
    assert.ok(
      Math.abs((valueAt(unit?.[field], hour ?? 0) ?? 0) - (from ?? 0)) < 1e-6,
      `${field} from ${from}`,
    );
}

/** True if two causes describe the same hour: a shortfall, and the unit that is kept off in that hour. */
const sayTheSame = (one: Cause, other: Cause): boolean =>
  one.code === other.code || (one.hour === other.hour && one.shortfall_mw === other.shortfall_mw);

/**
 * Checks that each cause found by arithmetic keeps the case infeasible when all other causes are mended, and that
 * system ramps are a cause only in hours that would be feasible without ramps. Returns the codes of the causes.
 */
export async function judgeNeededCauses({ jobType, payload }: RandomCase): Promise<string[]> {
  const causes = explainInfeasibility(payload, jobType);
  const codes = [...new Set(causes.map(({ code }) => code))];
  for (const code of codes) {
    const causesOfKind = causes.filter((cause) => cause.code === code);
    const others = causes.filter((cause) => !causesOfKind.some((one) => sayTheSame(one, cause)));
    if (others.length === 0) continue;
    const { termination_status } = await solve(jobType, mend(payload, others), { mipGap: 1 });
    assert.equal(termination_status, 'INFEASIBLE', `${code} is no cause`);
  }
  const ramped = causes.filter((cause) => cause.code === 'RAMP_LIMIT' && cause.element_type === 'system');
  const explanation = explainInfeasibility(mend(payload, ramped), jobType);
  const alone = new Set(['CAPACITY_SHORTFALL', 'MINIMUM_GENERATION_EXCESS']);
  for (const { hour } of ramped)
    assert.deepEqual(
      explanation.filter((cause) => cause.hour === hour && alone.has(cause.code)),
      [],
      `hour ${hour} could not be supplied without ramps either`,
    );
  return codes;
}
