/**
 * Solves a seeded case once, and has the result judged by everything that knows better without the engine: a reference
 * solver, the optimality of its prices by a linear program, spoilt copies, a warm start, and its twin in shorter intervals.
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

/** How much was judged, over some cases. */
export interface Tally {
  solved: number;
  infeasible: number;
  /** Infeasible without a cause that arithmetic names. */
  unexplained: number;
  /** Price vectors proved optimal. */
  priced: number;
  wrongPrices: number;
  /** Other prices that prove as much. */
  otherPrices: number;
  mutants: number;
  /** By how much the verifier's own bound is below the cost, relative. */
  readonly gaps: number[];
}

export const emptyTally = (): Tally => ({
  ...{ solved: 0, infeasible: 0, unexplained: 0, priced: 0, wrongPrices: 0, otherPrices: 0, mutants: 0 },
  gaps: [],
});

const LENGTHS = [5, 15, 30] as const;
/** Relative to the cost. */
const ROUNDING = 1e-6;
/** A unit with more runs, MW. */
const RUNNING_MW = 1e-6;
/** Losses are tangents in the linear programs. */
const TANGENTS = 1e-4;
/** Resources may share what changed prices lack, each within its tolerance, $. */
const MUCH = 5;
const NOTHING = 1e-6;

/** Throws AssertionError where a judge disagrees. */
export async function judgeCase(given: RandomCase, seed: number, tally: Tally): Promise<void> {
  const { jobType, payload } = given;
  const { result: certified, relaxation, progress } = await solvedForOthers(jobType, payload);
  judgeCurve(progress, certified);
  const wanted = payload.options?.losses ? undefined : await referenceResult(payload, jobType);
  await judgeStart(given, { result: certified, relaxation }, seed);
  if (wanted !== undefined) await judgeTwin(given, wanted, seed);
  const { certificate, ...result } = certified;
  if (!certificate) {
    assert.equal(certified.termination_status, 'INFEASIBLE');
    assert.ok(wanted === undefined || wanted === 'INFEASIBLE', 'the reference has a schedule');
    tally.infeasible += 1;
    if (certified.infeasibility?.causes.length === 0) tally.unexplained += 1;
    return;
  }
  assert.deepEqual(failed(given, result), []);
  assert.equal(certificate.verified, true);
  if (wanted !== undefined) judgeReference(given, result, wanted);
  judgeBound(given, certified, tally);
  judgePrices(given, result, seed, tally);
  const accepted: string[] = [];
  for (const mutant of mutants(result, payload, jobType, seed)) {
    if (failed(given, mutant.result).length === 0) accepted.push(mutant.mutation);
    else tally.mutants += 1;
  }
  assert.deepEqual(accepted, [], 'spoilt copies are accepted');
  tally.solved += 1;
}

/** The curve only comes nearer, ends with the result, and never promised what that does not keep. */
function judgeCurve(seen: readonly Known[], result: SolveResult): void {
  const { objective_value: cost, lower_bound_usd } = result;
  if (cost === null) return;
  const curve = seen.reduce<ConvergencePoint[]>(
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
  for (const { incumbent, bound } of seen) {
    assert.ok((incumbent ?? Infinity) >= cost - rounding, `incumbent ${incumbent}, then ${cost}`);
    assert.ok((bound ?? -Infinity) <= cost + rounding, `bound ${bound}, then ${cost}`);
    assert.ok((bound ?? -Infinity) <= (lower_bound_usd ?? -Infinity) + rounding, `bound ${bound} was lost`);
  }
}

type Known = Pick<ConvergencePoint, 'incumbent' | 'bound'>;

const failed = ({ jobType, payload }: RandomCase, result: MutableResult | ReferenceResult) =>
  verify(payload, jobType, result).filter(({ ok }) => !ok);

/** A dispatch without commitment: units run as they happen to. */
const isFree = ({ jobType, payload }: RandomCase): boolean =>
  jobType === 'ed' && payload.commitment === undefined;

type Cost = Pick<SolveResult, 'objective_value' | 'cost_breakdown' | 'dispatch_mw'>;

/** A free dispatch adds the fixed costs of units that happen to run; they are left out of the comparison. */
function assertSameCost(given: RandomCase, found: Cost, wanted: Cost): void {
  const [cost, expected] = [found, wanted].map(
    (result: Cost) => (result.objective_value ?? Number.NaN) - (isFree(given) ? fixedCost(given, result) : 0),
  );
  assertClose(cost, expected, ROUNDING);
}

/** No-load costs, and what curves cost at an output of 0, over the hours in which units run, $. */
function fixedCost({ payload }: RandomCase, { cost_breakdown, dispatch_mw }: Cost): number {
  const atZero = payload.generators.flatMap((unit) => {
    const running = dispatch_mw[unit.name]?.filter((mw) => mw > RUNNING_MW) ?? [];
    return unit.cost_curve ? [running.length * productionCost(unit, 0).energy] : [];
  });
  return (cost_breakdown?.no_load_usd ?? 0) + sum(atZero);
}

/** The reference finds the same cost, and the verifier accepts its schedule as well. */
function judgeReference(given: RandomCase, found: Cost, wanted: ReferenceResult | 'INFEASIBLE'): void {
  if (wanted === 'INFEASIBLE') assert.fail('the reference has no schedule');
  assertSameCost(given, found, wanted);
  // A result has the flows that phase shifts alone cause; the reference does not tell them.
  const isShifted = given.payload.transmission_lines?.some(({ phase_shift_deg }) => phase_shift_deg);
  if (!isShifted) assert.deepEqual(failed(given, wanted), [], 'the schedule of the reference is refused');
}

function assertClose(found = Number.NaN, expected = Number.NaN, tolerance: number): void {
  const off = Math.abs(found - expected) / Math.max(1, Math.abs(expected));
  assert.ok(off <= tolerance, `${found}, not ${expected}`);
}

/** The verifier's own bound is not above the optimum; a dispatch has none. */
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

function judgePrices(given: RandomCase, result: MutableResult, seed: number, tally: Tally): void {
  const { jobType, payload } = given;
  // The linear programs do not know emissions, whose price is in the cost of energy.
  if (payload.emission_limit_t !== undefined || payload.emission_price_usd_per_t !== undefined) return;
  assert.equal(isUnpriced(readSchedule(readCase(payload, jobType), result)), false, 'prices are missing');
  const lossy = payload.options?.losses === true;
  const { lacks, cost } = provedBy(given, result);
  assert.ok(Math.abs(lacks) <= (lossy ? TANGENTS : ROUNDING) * Math.max(1000, Math.abs(cost)), `${lacks} $`);
  tally.priced += 1;
  // With losses the programs cannot tell little from nothing.
  if (!lossy) judgeChanged(given, changedPrices(result, seed), tally);
}

function judgeChanged(given: RandomCase, changed: MutableResult, tally: Tally): void {
  const { lacks } = provedBy(given, changed);
  const isTaken = failed(given, changed).length === 0;
  if (lacks > MUCH) {
    assert.equal(isTaken, false, `prices that lack ${lacks} $ are taken`);
    tally.wrongPrices += 1;
  } else if (lacks < NOTHING) {
    assert.equal(isTaken, true, 'other optimal prices are refused');
    tally.otherPrices += 1;
  }
}

/** What the prices of a result cannot prove of its cost, and the cost, $. */
function provedBy({ jobType, payload }: RandomCase, result: MutableResult) {
  const { primal, dual } = dualPrograms(payload, jobType, result);
  const [cost, proved] = [optimum(primal), optimum(dual)];
  return { cost, lacks: Number.isNaN(proved) ? Number.POSITIVE_INFINITY : cost - proved };
}

type Left = Parameters<typeof aStart>[1];

/** Nothing but time depends on where a solve begins; a dispatch has no start. */
async function judgeStart(given: RandomCase, cold: Left, seed: number): Promise<void> {
  const { jobType, payload } = given;
  if (jobType === 'ed') return;
  const warm = await solve(jobType, payload, { warmStart: await aStart(given, cold, seed) });
  const { objective_value: cost, termination_status } = cold.result;
  assert.equal(warm.objective_value === null, cost === null);
  if (cost === null) return;
  const isLossy = payload.options?.losses === true;
  // With losses the proof may end at a tangent, and so the search, earlier or later.
  if (!isLossy) assert.equal(warm.termination_status, termination_status);
  assertClose(warm.objective_value ?? undefined, cost, isLossy ? TANGENTS : ROUNDING);
  assert.equal(warm.certificate?.verified, true);
}

/** The same numbers per interval of 5, 15 or 30 minutes: costs stay, and by the hour the result passes as well. */
async function judgeTwin(
  given: RandomCase,
  wanted: ReferenceResult | 'INFEASIBLE',
  seed: number,
): Promise<void> {
  const { jobType } = given;
  const minutes = LENGTHS[seed % LENGTHS.length] ?? 15;
  const payload: SolvePayload = atInterval(given.payload, minutes);
  assert.deepEqual(payloadProblems(payload, { maxHorizon: 24 }), []);
  const { certificate, ...result } = await solve(jobType, payload);
  assert.equal(result.interval_minutes, minutes);
  if (wanted === 'INFEASIBLE') {
    assert.equal(result.termination_status, 'INFEASIBLE', `in intervals of ${minutes} minutes`);
    return;
  }
  assertSameCost(given, result, wanted);
  assert.equal(certificate?.verified, true);
  const inHours = certify(given.payload, jobType, byTheHour(result, minutes));
  assert.deepEqual(
    inHours.checks.filter(({ ok }) => !ok),
    [],
  );
  assertClose(certificate.independent_bound_usd ?? 0, inHours.independent_bound_usd ?? 0, TANGENTS);
}
