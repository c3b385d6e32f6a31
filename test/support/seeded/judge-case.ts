/**
 * Solves a seeded case once, and judges the result by independent means: a reference solver, optimality of its prices
 * by a linear program, spoilt copies, a warm start, and the same case in shorter or longer intervals.
 */
import assert from 'node:assert/strict';
import { ended, withPoint } from '../../../activities/solve/record-convergence.ts';
import { certify } from '../../../activities/verifier/certify.ts';
import { isUnpriced } from '../../../activities/verifier/prices/read-prices.ts';
import { readCase } from '../../../activities/verifier/schedule/read-case.ts';
import { readSchedule } from '../../../activities/verifier/schedule/read-schedule.ts';
import { verify } from '../../../activities/verifier/verify.ts';
import { sum } from '../../../temporal/case/arithmetic/series.ts';
import { productionCost } from '../../../temporal/case/arithmetic/unit-cost.ts';
import { payloadProblems } from '../../../temporal/case/checks/payload-problems.ts';
import type { ConvergencePoint } from '../../../temporal/case/messages/convergence.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import { atInterval, byTheHour } from '../cases/at-interval.ts';
import type { RandomCase } from '../cases/random-case.ts';
import { solve } from '../engine/solve.ts';
import { solvedForOthers } from '../engine/solved-for-others.ts';
import { type MutableResult, mutants } from '../mutations/mutants.ts';
import { dualPrograms } from '../reference/dual-value.ts';
import type { ReferenceResult } from '../reference/reference-result.ts';
import { optimum, referenceResult } from '../reference/reference-solver.ts';
import { aStart } from './a-start.ts';
import { changedPrices } from './changed-prices.ts';

/** Counts over several cases. */
export interface Tally {
  solved: number;
  infeasible: number;
  /** Number of infeasible cases for which arithmetic finds no cause. */
  unexplained: number;
  /** Number of price vectors that were proved optimal. */
  priced: number;
  wrongPrices: number;
  /** Number of changed price vectors that prove the same bound as the original. */
  otherPrices: number;
  mutants: number;
  /** Relative gaps between the verifier's own bound and the cost. */
  readonly gaps: number[];
}

export const emptyTally = (): Tally => ({
  ...{ solved: 0, infeasible: 0, unexplained: 0, priced: 0, wrongPrices: 0, otherPrices: 0, mutants: 0 },
  gaps: [],
});

const LENGTHS = [15, 120, 180, 5, 30] as const;
/** Tolerance for costs, relative. */
const ROUNDING = 1e-6;
/** Output above which a unit counts as running, MW. */
const RUNNING_MW = 1e-6;
/** Tolerance for cases with losses, relative: losses are tangents in the linear programs. */
const TANGENTS = 1e-4;
/** Deficit of changed prices, $, that may be spread over resources within their tolerances. */
const MUCH = 5;
const NOTHING = 1e-6;

/** Judges a case. Throws AssertionError if any of the means disagrees. */
export async function judgeCase(drawn: RandomCase, seed: number, tally: Tally): Promise<void> {
  const { jobType, payload } = drawn;
  const { result: certified, relaxation, progress } = await solvedForOthers(jobType, payload);
  judgeCurve(progress, certified);
  const expected = payload.options?.losses ? undefined : await referenceResult(payload, jobType);
  await judgeStart(drawn, { result: certified, relaxation }, seed);
  if (expected !== undefined) await judgeTwin(drawn, expected, seed);
  const { certificate, ...result } = certified;
  if (!certificate) {
    assert.equal(certified.termination_status, 'INFEASIBLE');
    assert.ok(expected === undefined || expected === 'INFEASIBLE', 'the reference has a schedule');
    tally.infeasible += 1;
    if (certified.infeasibility?.causes.length === 0) tally.unexplained += 1;
    return;
  }
  assert.deepEqual(failed(drawn, result), []);
  assert.equal(certificate.verified, true);
  if (expected !== undefined) judgeReference(drawn, result, expected);
  judgeBound(drawn, certified, tally);
  judgePrices(drawn, result, seed, tally);
  const accepted: string[] = [];
  for (const mutant of mutants(result, payload, jobType, seed)) {
    if (failed(drawn, mutant.result).length === 0) accepted.push(mutant.mutation);
    else tally.mutants += 1;
  }
  assert.deepEqual(accepted, [], 'spoilt copies are accepted');
  tally.solved += 1;
}

/** Checks that the convergence curve is monotone, ends with the result, and agrees with it. */
function judgeCurve(reports: readonly Known[], result: SolveResult): void {
  const { objective_value: cost, lower_bound_usd } = result;
  if (cost === null) return;
  const curve = reports.reduce<ConvergencePoint[]>(
    (points, { incumbent, bound }) => withPoint(points, { incumbent, bound, elapsed_s: 0 }),
    [],
  );
  const points = ended(curve, result, 0);
  const last = points.at(-1);
  assert.deepEqual([last?.incumbent, last?.bound], [cost, lower_bound_usd]);
  for (const [i, { incumbent, bound }] of points.entries()) {
    const next = points[i + 1];
    assert.ok((next?.incumbent ?? -Infinity) <= (incumbent ?? Infinity), 'the incumbent rises');
    assert.ok((next?.bound ?? Infinity) >= (bound ?? -Infinity), 'the bound falls');
  }
  const rounding = ROUNDING * Math.max(1, Math.abs(cost));
  for (const { incumbent, bound } of reports) {
    assert.ok((incumbent ?? Infinity) >= cost - rounding, `incumbent ${incumbent}, then ${cost}`);
    assert.ok((bound ?? -Infinity) <= cost + rounding, `bound ${bound}, then ${cost}`);
    assert.ok((bound ?? -Infinity) <= (lower_bound_usd ?? -Infinity) + rounding, `bound ${bound} was lost`);
  }
}

type Known = Pick<ConvergencePoint, 'incumbent' | 'bound'>;

const failed = ({ jobType, payload }: RandomCase, result: MutableResult | ReferenceResult) =>
  verify(payload, jobType, result).filter(({ ok }) => !ok);

/** True for a dispatch without commitment, in which any unit may run. */
const isFree = ({ jobType, payload }: RandomCase): boolean =>
  jobType === 'ed' && payload.commitment === undefined;

type Cost = Pick<SolveResult, 'objective_value' | 'cost_breakdown' | 'dispatch_mw'>;

/** Checks that costs are equal. In a free dispatch, fixed costs of units that happen to run are excluded. */
function assertSameCost(drawn: RandomCase, actual: Cost, wanted: Cost): void {
  const [cost, expected] = [actual, wanted].map(
    (result: Cost) => (result.objective_value ?? Number.NaN) - (isFree(drawn) ? fixedCost(drawn, result) : 0),
  );
  assertClose(cost, expected, ROUNDING);
}

/** Fixed cost, $: no-load costs, and costs of curves at an output of 0, over the hours in which units run. */
function fixedCost({ payload }: RandomCase, { cost_breakdown, dispatch_mw }: Cost): number {
  const atZero = payload.generators.flatMap((unit) => {
    const running = dispatch_mw[unit.name]?.filter((mw) => mw > RUNNING_MW) ?? [];
    return unit.cost_curve ? [running.length * productionCost(unit, 0, 0).energy] : [];
  });
  return (cost_breakdown?.no_load_usd ?? 0) + sum(atZero);
}

/** Checks that the reference solver finds the same cost, and that the verifier accepts the reference's schedule. */
function judgeReference(drawn: RandomCase, actual: Cost, expected: ReferenceResult | 'INFEASIBLE'): void {
  if (expected === 'INFEASIBLE') assert.fail('the reference has no schedule');
  assertSameCost(drawn, actual, expected);
  // A result includes flows that phase shifts alone cause; the reference omits them.
  const { transmission_lines = [], phase_shifters = [] } = drawn.payload;
  const isShifted = phase_shifters.length > 0 || transmission_lines.some((line) => line.phase_shift_deg);
  if (!isShifted) assert.deepEqual(failed(drawn, expected), [], 'the schedule of the reference is refused');
}

function assertClose(actual = Number.NaN, expected = Number.NaN, tolerance: number): void {
  const off = Math.abs(actual - expected) / Math.max(1, Math.abs(expected));
  assert.ok(off <= tolerance, `${actual}, not ${expected}`);
}

/** Checks that the verifier's own bound does not exceed the optimum; a dispatch has no such bound. */
function judgeBound(
  { jobType }: RandomCase,
  { certificate, objective_value: cost }: SolveResult,
  tally: Tally,
): void {
  const { independent_bound_usd: bound = null, independent_gap: gap = null } = certificate ?? {};
  assert.equal(bound === null, jobType === 'ed', `bound ${bound}`);
  if (bound === null || gap === null || cost === null) return;
  const above = (bound - cost) / Math.max(1, Math.abs(bound));
  assert.ok(above <= ROUNDING, `the bound is above the optimum by ${above} of it`);
  tally.gaps.push(gap);
}

function judgePrices(drawn: RandomCase, result: MutableResult, seed: number, tally: Tally): void {
  const { jobType, payload } = drawn;
  // Cases with emission terms are skipped: the linear programs ignore emissions, whose price is part of the cost of
  // energy.
  if (payload.emission_limit_t !== undefined || payload.emission_price_usd_per_t !== undefined) return;
  assert.equal(isUnpriced(readSchedule(readCase(payload, jobType), result)), false, 'prices are missing');
  const lossy = payload.options?.losses === true;
  const { lacks, cost } = provedBy(drawn, result);
  assert.ok(Math.abs(lacks) <= (lossy ? TANGENTS : ROUNDING) * Math.max(1000, Math.abs(cost)), `${lacks} $`);
  tally.priced += 1;
  // With losses, the programs cannot tell a small deficit from none.
  if (!lossy) judgeChanged(drawn, changedPrices(result, seed), tally);
}

function judgeChanged(drawn: RandomCase, changed: MutableResult, tally: Tally): void {
  const { lacks } = provedBy(drawn, changed);
  const isTaken = failed(drawn, changed).length === 0;
  if (lacks > MUCH) {
    assert.equal(isTaken, false, `prices that lack ${lacks} $ are taken`);
    tally.wrongPrices += 1;
  } else if (lacks < NOTHING) {
    assert.equal(isTaken, true, 'other optimal prices are refused');
    tally.otherPrices += 1;
  }
}

/** Cost of a result, and the part of it that its prices fail to prove, $. */
function provedBy({ jobType, payload }: RandomCase, result: MutableResult) {
  const { primal, dual } = dualPrograms(payload, jobType, result);
  const [cost, proved] = [optimum(primal), optimum(dual)];
  return { cost, lacks: Number.isNaN(proved) ? Number.POSITIVE_INFINITY : cost - proved };
}

type Left = Parameters<typeof aStart>[1];

/** Checks that the start of a solve affects only its time; a dispatch has no start. */
async function judgeStart(drawn: RandomCase, cold: Left, seed: number): Promise<void> {
  const { jobType, payload } = drawn;
  if (jobType === 'ed') return;
  const warm = await solve(jobType, payload, { warmStart: await aStart(drawn, cold, seed) });
  const { objective_value: cost, termination_status } = cold.result;
  assert.equal(warm.objective_value === null, cost === null);
  if (cost === null) return;
  const isLossy = payload.options?.losses === true;
  // With losses, the proof may end at a tangent, so the search may end at a different point.
  if (!isLossy) assert.equal(warm.termination_status, termination_status);
  assertClose(warm.objective_value ?? undefined, cost, isLossy ? TANGENTS : ROUNDING);
  assert.equal(warm.certificate?.verified, true);
}

/**
 * Solves the case in intervals of 5 minutes to 3 hours, and checks that costs are equal. The result converted to hours
 * is verified as well.
 */
async function judgeTwin(
  drawn: RandomCase,
  expected: ReferenceResult | 'INFEASIBLE',
  seed: number,
): Promise<void> {
  const { jobType } = drawn;
  const minutes = LENGTHS[seed % LENGTHS.length] ?? 15;
  const payload: SolvePayload = atInterval(drawn.payload, minutes);
  assert.deepEqual(payloadProblems(payload, { maxHorizon: 24 }), []);
  const { certificate, ...result } = await solve(jobType, payload);
  assert.equal(result.interval_minutes, minutes);
  if (expected === 'INFEASIBLE') {
    assert.equal(result.termination_status, 'INFEASIBLE', `in intervals of ${minutes} minutes`);
    return;
  }
  assertSameCost(drawn, result, expected);
  assert.equal(certificate?.verified, true);
  const inHours = certify(drawn.payload, jobType, byTheHour(result, minutes));
  assert.deepEqual(
    inHours.checks.filter(({ ok }) => !ok),
    [],
  );
  assertClose(certificate.independent_bound_usd ?? 0, inHours.independent_bound_usd ?? 0, TANGENTS);
}
