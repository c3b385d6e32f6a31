/** Large cases with little time. */
import assert from 'node:assert/strict';
import { createEngine } from '../../../../../activities/engine/run/create-engine.ts';
import { hardCase } from '../../../../support/cases/hard-case.ts';

const runEngine = createEngine({ memoryMb: 2048 });

describe('a large case with a limit of two seconds', () => {
  it('has a schedule, a bound and a certificate', async function () {
    this.timeout(20_000);
    const result = await runEngine(
      { jobType: 'uc', payload: hardCase(500, 24), solver: 'highs', timeLimitS: 2, mipGap: 0.001 },
      { signal: new AbortController().signal, onProgress: () => undefined, onIncumbent: () => undefined },
    );
    assert.equal(result.termination_status, 'FEASIBLE');
    assert.equal(result.certificate?.verified, true);
    assert.ok(result.lower_bound_usd !== null && (result.mip_gap ?? 1) < 0.05);
    assert.ok((result.certificate.independent_gap ?? 1) < 0.05);
  });
});
