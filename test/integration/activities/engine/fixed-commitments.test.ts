/** Random cases with fixed commitments, compared with the reference. */
import assert from 'node:assert/strict';
import { randomCase } from '../../../support/cases/random-case.ts';
import { solve } from '../../../support/engine/solve.ts';
import { referenceCost } from '../../../support/reference/reference-solver.ts';

const CASES = 20;

describe('random cases with fixed commitments', function () {
  this.timeout(120_000);

  it('have the cost of the reference, and keep the fixed values', async () => {
    for (let seed = 0; seed < CASES; seed++) {
      const { jobType, payload } = randomCase(seed, seed % 2 === 0 ? 'uc' : 'scuc');
      const fixed_commitment = payload.generators.slice(0, 2).map(({ name }, g) => ({
        generator: name,
        hour: (seed + g) % payload.horizon,
        on: (seed + g) % 2 === 0,
      }));
      const fixed = { ...payload, fixed_commitment };
      const expected = await referenceCost(fixed, jobType);
      const { termination_status, objective_value, certificate } = await solve(jobType, fixed);
      if (expected === 'INFEASIBLE') {
        assert.equal(termination_status, 'INFEASIBLE', `seed ${seed}`);
        continue;
      }
      const off = Math.abs((objective_value ?? Number.NaN) - expected);
      assert.ok(
        off <= 1e-6 * Math.max(1, Math.abs(expected)),
        `seed ${seed}: ${objective_value}, not ${expected}`,
      );
      assert.equal(certificate?.verified, true, `seed ${seed}`);
    }
  });
});
