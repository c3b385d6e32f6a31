import assert from 'node:assert/strict';
import type { EngineRequest } from '../../../../activities/engine/base/engine.ts';
import { prepareRequest } from '../../../../activities/engine/base/prepared-case.ts';
import type { Show, Solve } from '../../../../activities/engine/base/solve.ts';
import { findResult } from '../../../../activities/engine/strategy.ts';
import { openHighs } from '../../../../activities/solvers/highs/open-highs.ts';
import type { RunLimits, SolverSession } from '../../../../activities/solvers/solver.ts';
import { certify } from '../../../../activities/verifier/certify.ts';
import type { SolvePayload } from '../../../../temporal/case/schema.ts';
import { hardCase } from '../../../support/cases/hard-case.ts';
import { meshedCase } from '../../../support/cases/meshed-case.ts';
import { mixedCase } from '../../../support/cases/mixed-case.ts';
import { countedClock } from '../../../support/engine/counted-clock.ts';
import { requestOf, UNTOLD } from '../../../support/engine/request.ts';

const UNSTOPPED = {
  watch: UNTOLD,
  show: (_: Parameters<Show>[0]): void => undefined,
  stop: new Int32Array(1),
};

/** Result with a HiGHS session that does not finish some of its relaxations in time. */
function solveWithout(
  payload: SolvePayload,
  isTooLong: (limits: RunLimits) => boolean,
  clock = countedClock(20),
  mipGap = 0.001,
  { jobType = 'uc', show = UNSTOPPED.show }: Partial<Pick<EngineRequest, 'jobType'> & typeof UNSTOPPED> = {},
) {
  const { limitS: timeLimitS } = clock;
  const request = requestOf(payload, { jobType, timeLimitS, mipGap });
  const open: Solve['open'] = async (...asked) => {
    const session = await openHighs(...asked);
    const relax: SolverSession['relax'] = (limits) =>
      isTooLong(limits) ? { outcome: 'limit' } : session.relax(limits);
    return { ...session, relax };
  };
  return findResult({ ...UNSTOPPED, show, request, prepared: prepareRequest(request), clock, open });
}

/** Solves until relaxation number `last` begins, then stops; returns the result and the number of relaxations begun. */
async function solveUntil(payload: SolvePayload, last: number) {
  const request = requestOf(payload, { timeLimitS: 20 });
  const stop = new Int32Array(1);
  let relaxations = 0;
  const open: Solve['open'] = async (...asked) => {
    const session = await openHighs(...asked);
    const relax: SolverSession['relax'] = (limits) => {
      relaxations += 1;
      if (relaxations === last) stop[0] = 1;
      return session.relax(limits);
    };
    return { ...session, relax };
  };
  const prepared = prepareRequest(request);
  const result = await findResult({ ...UNSTOPPED, stop, request, prepared, clock: countedClock(20), open });
  return { found: result, begun: relaxations };
}

const failedChecks = (payload: SolvePayload, result: Awaited<ReturnType<typeof solveWithout>>) =>
  certify(payload, 'uc', result).checks.filter(({ ok }) => !ok);

describe('a solve short of time', function () {
  this.timeout(60_000);
  it('answers with a schedule that could not be priced, verified, with prices that are marked as approximate', async () => {
    const payload = hardCase(8, 12, 5);
    const result = await solveWithout(payload, ({ evenIfStopped }) => evenIfStopped === true);
    assert.equal(result.termination_status, 'OPTIMAL');
    assert.equal(result.prices, 'approximate');
    const outputs = Object.values(result.dispatch_mw);
    const dearest = payload.generators.map(({ marginal_cost }) => marginal_cost).toSorted((a, b) => b - a)[0];
    for (const [t, price] of (result.lmp['bus_1'] ?? []).entries())
      assert.ok(price > 0 && price <= (dearest ?? 0) && outputs.some((mw) => (mw[t] ?? 0) > 0));
    assert.equal(result.lmp['bus_1']?.length, payload.horizon);
    assert.ok(result.warnings?.some((warning) => warning.includes('not priced')));
    assert.equal(certify(payload, 'uc', result).prices, 'approximate');
    assert.deepEqual(failedChecks(payload, result), []);
  });

  it('ends with the best reported schedule and bound, and no reported schedule violates a flow limit', async () => {
    const payload = meshedCase(20, 12, { horizon: 12, seed: 3, outages: true });
    const reported = { incumbent: Infinity, bound: -Infinity };
    const show: Show = ({ incumbent, bound }) => {
      reported.incumbent = Math.min(reported.incumbent, incumbent ?? Infinity);
      reported.bound = Math.max(reported.bound, bound ?? -Infinity);
    };
    const isPricing = ({ evenIfStopped }: RunLimits): boolean => evenIfStopped === true;
    const scuc = { jobType: 'scuc', show } as const;
    const result = await solveWithout(payload, isPricing, countedClock(20), 1e-4, scuc);
    const { objective_value: cost, lower_bound_usd: bound } = result;
    assert.ok(cost !== null && bound != null);
    const rounding = 1e-7 * cost;
    assert.ok(Math.abs(cost - reported.incumbent) <= rounding, `${cost} after ${reported.incumbent}`);
    assert.ok(bound >= reported.bound - rounding, `${bound} after ${reported.bound}`);
  });

  it('ends with a schedule when it is stopped before any of its relaxations', async () => {
    const payload = hardCase(6, 12, 3);
    const costs = new Set<number>();
    for (let last = 1; ; last += 1) {
      const { found, begun } = await solveUntil(payload, last);
      if (begun < last) break;
      assert.ok(found.objective_value !== null, `nothing before relaxation ${last}`);
      assert.deepEqual(failedChecks(payload, found), []);
      costs.add(found.objective_value);
    }
    assert.ok(costs.size > 1);
  });

  it('has a schedule by priority list and a bound by prices of a large case before it is relaxed', async () => {
    // A day of 40 units is large for a limit of one second.
    const payload = hardCase(40, 24, 2);
    let relaxed = 0;
    const tooLong = (): boolean => {
      relaxed += 1;
      return true;
    };
    const result = await solveWithout(payload, tooLong, countedClock(1, 2e-4));
    assert.ok(result.objective_value !== null && result.lower_bound_usd != null);
    assert.ok(result.lower_bound_usd <= result.objective_value && result.lower_bound_usd > 0);
    assert.ok(relaxed > 0);
    assert.deepEqual(failedChecks(payload, result), []);
  });

  it('keeps the bound by prices of a large case when the search has the cheaper schedule', async () => {
    const payload = hardCase(40, 24, 2);
    const clock = countedClock(1, 3e-4);
    const result = await solveWithout(payload, ({ evenIfStopped }) => evenIfStopped !== true, clock);
    assert.ok(result.objective_value !== null && (result.lower_bound_usd ?? 0) > 0);
    assert.deepEqual(failedChecks(payload, result), []);
  });

  it('leaves a schedule by priority list as much time as it has with a shorter limit', async () => {
    const payload = hardCase(40, 24, 2);
    const limits: number[] = [];
    const isTooLong = ({ timeLimitS, evenIfStopped }: RunLimits): boolean => {
      if (evenIfStopped !== true) limits.push(timeLimitS);
      return true;
    };
    // A limit too short for a search.
    const short = await solveWithout(payload, () => assert.fail('relaxed'), countedClock(0.3, 1e-3));
    const long = await solveWithout(payload, isTooLong, countedClock(6, 1e-3));
    assert.ok(short.objective_value !== null && long.objective_value !== null);
    // A longer limit ends within the gap of a shorter one.
    assert.ok(long.objective_value <= short.objective_value * (1 + (short.mip_gap ?? 0)));
    assert.ok((long.lower_bound_usd ?? 0) > 0);
    // The search before the outline leaves time for it; after it a relaxation has at most 60 % of the limit.
    const [before = Number.NaN, ...after] = limits;
    assert.ok(before <= 2.5 && after.every((limitS) => limitS <= 0.6 * 6), limits.join());
    assert.deepEqual(failedChecks(payload, long), []);
  });

  it('ends a large case without a model when the gap is closed before it could be made', async () => {
    // A day of 60 units is too large to search in half a second.
    const payload = hardCase(60, 24);
    const result = await solveWithout(payload, () => assert.fail('relaxed'), countedClock(0.5), 0.02);
    assert.deepEqual([result.termination_status, result.solver_version], ['OPTIMAL', 'not used']);
    const { verified, independent_gap } = certify(payload, 'uc', result);
    assert.equal(verified, true);
    assert.ok((result.mip_gap ?? 1) <= 0.02 && (independent_gap ?? 1) <= 0.02);
  });

  it('answers from a priority list, with a bound, when the relaxation does not end', async () => {
    for (const payload of [hardCase(8, 12, 5), mixedCase(1, 5, 8), mixedCase(2, 5, 8)]) {
      const clock = countedClock(20, 0.01);
      const result = await solveWithout(payload, ({ evenIfStopped }) => evenIfStopped !== true, clock);
      assert.ok(result.objective_value !== null && result.lower_bound_usd !== null);
      assert.ok(result.lower_bound_usd <= result.objective_value);
      assert.deepEqual(failedChecks(payload, result), []);
    }
  });
});
