/** Random cases with commitments that are decided before the solve, against the reference. */
import assert from 'node:assert/strict';
import { randomCase } from '../../../support/cases/random-case.ts';
import { solve } from '../../../support/engine/solve.ts';
import { referenceCost } from '../../../support/reference/reference-solver.ts';

const CASES = 20;

describe('random cases with fixed commitments', function () {
  this.timeout(120_000);

  it('cost what the reference says, and keep what is fixed', async () => {
    for (let seed = 0; seed < CASES; seed++) {
      const { jobType, payload } = randomCase(seed, seed % 2 === 0 ? 'uc' : 'scuc');
      const fixed_commitment = payload.generators.slice(0, 2).map(({ name }, g) => ({
        generator: name,
        hour: (seed + g) % payload.horizon,
        on: (seed + g) % 2 === 0,
      }));
      const fixed = { ...payload, fixed_commitment };
      const wanted = await referenceCost(fixed, jobType);
      const { termination_status, objective_value, certificate } = await solve(jobType, fixed);
      if (wanted === 'INFEASIBLE') {
        assert.equal(termination_status, 'INFEASIBLE', `seed ${seed}`);
        continue;
      }
      const off = Math.abs((objective_value ?? Number.NaN) - wanted);
      assert.ok(
        off <= 1e-6 * Math.max(1, Math.abs(wanted)),
        `seed ${seed}: ${objective_value}, not ${wanted}`,
      );
      assert.equal(certificate?.verified, true, `seed ${seed}`);
    }
  });
});
