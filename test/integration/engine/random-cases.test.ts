/** 200 seeded random cases against a reference that shares no code with the engine. */
import assert from 'node:assert/strict';
import { randomCase } from '../../support/random-case.ts';
import { referenceCost } from '../../support/reference-solver.ts';
import { solveNow } from '../../support/solve-now.ts';

const CASES = 200;
const PER_TEST = 25;

describe('random cases', function () {
  this.timeout(120_000);
  let solved = 0;
  let infeasible = 0;
  let unexplained = 0;

  for (let first = 0; first < CASES; first += PER_TEST) {
    it(`cost what the reference says, seeds ${first} to ${first + PER_TEST - 1}`, async () => {
      for (let seed = first; seed < first + PER_TEST; seed++) {
        const { jobType, payload } = randomCase(seed);
        const wanted = await referenceCost(payload, jobType);
        const { objective_value, termination_status, certificate, infeasibility } = await solveNow(
          jobType,
          payload,
        );
        if (wanted === 'INFEASIBLE') {
          assert.equal(termination_status, 'INFEASIBLE', `seed ${seed}`);
          infeasible += 1;
          if (infeasibility?.causes.length === 0) unexplained += 1;
          continue;
        }
        const off = Math.abs((objective_value ?? Number.NaN) - wanted);
        assert.ok(
          off <= 1e-6 * Math.max(1, Math.abs(wanted)),
          `seed ${seed}: ${objective_value}, not ${wanted}`,
        );
        assert.equal(certificate?.verified, true, `seed ${seed}`);
        solved += 1;
      }
    });
  }

  after(() => {
    process.stdout.write(
      `    ${solved} solved and verified, ${infeasible} infeasible, ${unexplained} of them without a cause\n`,
    );
  });
});
