/** The case that warms up a process. */
import assert from 'node:assert/strict';
import { branchedDay, secureDay, warmUp } from '../../../../../activities/engine/run/warm-up.ts';
import type { SolveResult } from '../../../../../temporal/case/messages/result.ts';
import { payloadSchema } from '../../../../../temporal/case/schema.ts';
import { solve } from '../../../../support/engine/solve.ts';

describe('the warm-up', () => {
  it('solves a case in which limits bind and something is decided', async () => {
    const results: SolveResult[] = [];
    const seconds = await warmUp(async ({ jobType, payload, ...more }) => {
      const result = await solve(jobType, payload, { ...more, mipGap: 0.05 });
      results.push(result);
      return result;
    });
    assert.ok(seconds > 0);
    const [{ commitment = {}, binding_constraints = [] } = {}] = results;
    assert.ok(binding_constraints.some(({ contingency_id }) => contingency_id !== null));
    assert.ok(Object.values(commitment).some((hours) => new Set(hours).size === 2));
  }).timeout(30_000);
  it("takes cases as valid as a client's", () => {
    for (const day of [secureDay(), branchedDay()])
      assert.ok(payloadSchema.isValidSync(day, { strict: true }));
  });
  it('fails as its engine does', async () => {
    const broken = new Error('no solver');
    await assert.rejects(
      warmUp(() => Promise.reject(broken)),
      broken,
    );
  });
});
