import assert from 'node:assert/strict';
import { startClock } from '../../../../activities/engine/clock.ts';
import type { EngineRequest } from '../../../../activities/engine/engine.ts';
import { findResult } from '../../../../activities/engine/find-result.ts';
import { readCase } from '../../../../activities/engine/read-case.ts';
import { openHighs } from '../../../../activities/solvers/highs.ts';
import type { OpenSession } from '../../../../activities/solvers/solver.ts';
import { certify } from '../../../../activities/verifier/certify.ts';
import { hardCase } from '../../../support/hard-case.ts';

const WATCH = { onProgress: () => undefined, onIncumbent: () => undefined };

/** HiGHS that never finishes the dispatch of a schedule in time. */
const openWithoutDispatch: OpenSession = async (...given) => {
  const session = await openHighs(...given);
  return {
    ...session,
    relax: (limits) => (limits.evenIfStopped ? { outcome: 'limit' } : session.relax(limits)),
  };
};

describe('a schedule that there is no time to price', () => {
  it('is the answer, verified, and without prices', async () => {
    const payload = hardCase(8, 12, 5);
    const request: EngineRequest = { jobType: 'uc', payload, solver: 'highs', timeLimitS: 20, mipGap: 0.001 };
    const open = (...[milp, settings]: [Parameters<OpenSession>[0], Parameters<OpenSession>[2]]) =>
      openWithoutDispatch(milp, new Int32Array(1), settings);
    const found = await findResult(request, readCase(request), startClock(20), open, WATCH, () => undefined);
    assert.equal(found.termination_status, 'OPTIMAL');
    assert.deepEqual(found.lmp, {});
    assert.ok(found.warnings?.some((warning) => warning.includes('has no prices')));
    assert.deepEqual(
      certify(payload, 'uc', found).checks.filter(({ ok }) => !ok),
      [],
    );
  });
});
