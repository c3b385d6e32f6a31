/**
 * A bound that uses the prices of a given schedule's own dispatch does not exceed the optimum, whatever the commitment.
 */
import assert from 'node:assert/strict';
import { verifyGiven } from '../../../../../activities/verifier/given/verify-given.ts';
import type { SolveResult } from '../../../../../temporal/case/messages/result.ts';
import type { Commitment, SolvePayload } from '../../../../../temporal/case/schema.ts';
import type { JobType } from '../../../../../temporal/solvers.ts';
import { randomCase } from '../../../../support/cases/random-case.ts';
import { strippedSchedule } from '../../../../support/cases/stripped-schedule.ts';
import { solve } from '../../../../support/engine/solve.ts';
import { referenceCost } from '../../../../support/reference/reference-solver.ts';

const SEEDS = 30;
/** Relative error of the reference solver's cost. */
const ROUNDING = 1e-6;

/** Dispatches a commitment without a search, as the solver service does. */
const dispatched = (jobType: JobType, payload: SolvePayload, commitment: Commitment): Promise<SolveResult> =>
  solve(jobType, payload, {
    start: { commitment, objective: Number.POSITIVE_INFINITY, bound: null },
    finish: true,
  });

/** The payload in a form whose schedules cost more: every unit is on whenever it may be. */
const wasteful = (payload: SolvePayload): SolvePayload => ({
  ...payload,
  generators: payload.generators.map((unit) => ({
    ...unit,
    must_run: unit.must_run === true || unit.initial_status > 0,
  })),
});

describe('the bound of a given schedule', function () {
  this.timeout(180_000);
  it('is never above the optimum, of good schedules and of wasteful ones', async () => {
    const gaps: number[] = [];
    for (let seed = 1; seed <= SEEDS; seed++) {
      const { jobType, payload } = randomCase(seed, seed % 2 === 0 ? 'uc' : 'scuc');
      const optimum = await referenceCost(payload, jobType);
      if (optimum === 'INFEASIBLE') continue;
      for (const solvedCase of [payload, wasteful(payload)])
        gaps.push(...(await judgedGaps(jobType, payload, solvedCase, optimum, seed)));
    }
    gaps.sort((a, b) => a - b);
    assert.ok(gaps.length > SEEDS, `${gaps.length} bounds`);
    const median = (100 * (gaps[gaps.length >> 1] ?? 0)).toFixed(2);
    process.stdout.write(`    ${gaps.length} bounds, median gap ${median} %\n`);
  });
});

/** Gap of the schedule that is optimal for `made`, judged as a schedule of `payload`; empty without a schedule. */
async function judgedGaps(
  jobType: JobType,
  payload: SolvePayload,
  solvedCase: SolvePayload,
  optimum: number,
  seed: number,
): Promise<number[]> {
  const result = await solve(jobType, solvedCase);
  if (!result.certificate) return [];
  const { multipliers } = await dispatched(jobType, payload, result.commitment);
  assert.ok(multipliers, `seed ${seed}`);
  const schedule = { ...strippedSchedule(result), multipliers };
  const { certificate, verified, problems } = verifyGiven(payload, jobType, schedule);
  assert.ok(verified, `seed ${seed}: ${problems.map(({ message }) => message)}`);
  const bound = certificate.independent_bound_usd ?? Number.NaN;
  const rounding = ROUNDING * Math.max(1, Math.abs(optimum));
  assert.ok(bound <= optimum + rounding, `seed ${seed}: ${bound} above ${optimum}`);
  return [certificate.independent_gap ?? Number.NaN];
}
