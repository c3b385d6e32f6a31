import assert from 'node:assert/strict';
import { verify } from '../../../../activities/verifier/verify.ts';
import { randomCase } from '../../../support/cases/random-case.ts';
import { mutants } from '../../../support/mutations/mutants.ts';
import type { ReferenceResult } from '../../../support/reference/reference-result.ts';
import { referenceResult } from '../../../support/reference/reference-solver.ts';

const SEEDS = Array.from({ length: 9 }, (_, index) => index);

describe('verify on schedules of the reference solver', () => {
  const solved: { seed: number; result: ReferenceResult }[] = [];

  before(async () => {
    for (const seed of SEEDS) {
      const { payload, jobType } = randomCase(seed);
      const result = await referenceResult(payload, jobType);
      if (result !== 'INFEASIBLE') solved.push({ seed, result });
    }
  });

  it('accepts every optimal schedule', () => {
    assert.ok(solved.length >= 6);
    for (const { seed, result } of solved) {
      const { payload, jobType } = randomCase(seed);
      const failed = verify(payload, jobType, result).filter((check) => !check.ok);
      assert.deepEqual(failed, [], `seed ${seed}`);
    }
  });

  it('rejects every spoilt copy of them, of at least 200', () => {
    let count = 0;
    for (const { seed, result } of solved) {
      const { payload, jobType } = randomCase(seed);
      for (const mutant of mutants(result, payload, jobType, seed)) {
        const accepted = verify(payload, jobType, mutant.result).every((check) => check.ok);
        assert.ok(!accepted, `seed ${seed}: ${mutant.mutation}`);
        count++;
      }
    }
    assert.ok(count >= 200, `${count} mutants`);
  });
});
