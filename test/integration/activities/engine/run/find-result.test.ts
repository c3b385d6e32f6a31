import assert from 'node:assert/strict';
import { type Clock, startClock } from '../../../../../activities/engine/base/clock.ts';
import type { EngineRequest } from '../../../../../activities/engine/base/engine.ts';
import { prepareRequest } from '../../../../../activities/engine/base/prepared-case.ts';
import { findResult } from '../../../../../activities/engine/run/find-result.ts';
import type { SearchContext } from '../../../../../activities/engine/run/open-search.ts';
import { openHighs } from '../../../../../activities/solvers/highs/open-highs.ts';
import type { RunLimits, SolverSession } from '../../../../../activities/solvers/solver.ts';
import { certify } from '../../../../../activities/verifier/certify.ts';
import type { SolvePayload } from '../../../../../temporal/case/messages/payload.ts';
import { hardCase } from '../../../../support/cases/hard-case.ts';
import { mixedCase } from '../../../../support/cases/mixed-case.ts';

const WATCH = { onProgress: () => undefined, onIncumbent: () => undefined };

/** Time of the processor in this process, so that a busy machine changes nothing. */
function processorClock(limitS: number): Clock {
  const begun = process.cpuUsage();
  const elapsedS = (): number => {
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1e6;
  };
  return { limitS, elapsedS, leftS: () => Math.max(0, limitS - elapsedS()) };
}

const UNSTOPPED = { watch: WATCH, show: () => undefined, isStopped: () => false };

/** The result with HiGHS that does not end some of its relaxations in time. */
function solveWithout(payload: SolvePayload, isTooLong: (limits: RunLimits) => boolean) {
  const request: EngineRequest = { jobType: 'uc', payload, solver: 'highs', timeLimitS: 20, mipGap: 0.001 };
  const open = async (...[milp, settings]: Parameters<SearchContext['open']>) => {
    const session = await openHighs(milp, new Int32Array(1), settings);
    const relax: SolverSession['relax'] = (limits) =>
      isTooLong(limits) ? { outcome: 'limit' } : session.relax(limits);
    return { ...session, relax };
  };
  const context = { ...UNSTOPPED, request, clock: processorClock(20), open };
  return findResult(context, prepareRequest(request));
}

/** The result of a solve that is told to stop when it begins its relaxation number `last`, and how many it began. */
async function solveUntil(payload: SolvePayload, last: number) {
  const request: EngineRequest = { jobType: 'uc', payload, solver: 'highs', timeLimitS: 20, mipGap: 0 };
  const stop = new Int32Array(1);
  let begun = 0;
  const open = async (...[milp, settings]: Parameters<SearchContext['open']>) => {
    const session = await openHighs(milp, stop, settings);
    const relax: SolverSession['relax'] = (limits) => {
      begun += 1;
      if (begun === last) stop[0] = 1;
      return session.relax(limits);
    };
    return { ...session, relax };
  };
  const context = { ...UNSTOPPED, request, clock: startClock(20), open };
  const found = await findResult(context, prepareRequest(request));
  return { found, begun };
}

const failedChecks = (payload: SolvePayload, found: Awaited<ReturnType<typeof solveWithout>>) =>
  certify(payload, 'uc', found).checks.filter(({ ok }) => !ok);

describe('a solve short of time', () => {
  it('answers with a schedule that could not be priced, verified and without prices', async () => {
    const payload = hardCase(8, 12, 5);
    const found = await solveWithout(payload, ({ evenIfStopped }) => evenIfStopped === true);
    assert.equal(found.termination_status, 'OPTIMAL');
    assert.deepEqual(found.lmp, {});
    assert.ok(found.warnings?.some((warning) => warning.includes('has no prices')));
    assert.deepEqual(failedChecks(payload, found), []);
  });

  it('ends with a schedule when it is told to stop, before any of its relaxations', async () => {
    const payload = hardCase(12, 24, 3);
    const costs = new Set<number>();
    for (let last = 1; ; last += 1) {
      const { found, begun } = await solveUntil(payload, last);
      if (begun < last) break;
      assert.ok(found.objective_value !== null, `nothing before relaxation ${last}`);
      assert.deepEqual(failedChecks(payload, found), []);
      costs.add(found.objective_value);
    }
    assert.ok(costs.size > 1);
  }).timeout(120_000);

  it('has a schedule by priority list and a bound by prices of a large case before it is relaxed', async () => {
    const payload = hardCase(330, 100, 2);
    let relaxed = 0;
    const found = await solveWithout(payload, ({ evenIfStopped }) => {
      if (evenIfStopped !== true) relaxed += 1;
      return evenIfStopped !== true;
    });
    assert.ok(found.objective_value !== null && found.lower_bound_usd != null);
    assert.ok(found.lower_bound_usd <= found.objective_value && found.lower_bound_usd > 0);
    assert.ok(relaxed > 0);
    assert.deepEqual(failedChecks(payload, found), []);
  }).timeout(120_000);

  it('answers from a priority list, with a bound, when the relaxation does not end', async () => {
    for (const payload of [hardCase(8, 12, 5), mixedCase(1, 5, 8), mixedCase(2, 5, 8)]) {
      const found = await solveWithout(payload, ({ evenIfStopped }) => evenIfStopped !== true);
      assert.ok(found.objective_value !== null && found.lower_bound_usd !== null);
      assert.ok(found.lower_bound_usd <= found.objective_value);
      assert.deepEqual(failedChecks(payload, found), []);
    }
  });
});
