/** Random cases of medium size, compared with HiGHS on the whole model within the gap, and verified. */
import assert from 'node:assert/strict';
import { prepareCase } from '../../../../activities/engine/base/prepared-case.ts';
import { openHighs } from '../../../../activities/solvers/highs/open-highs.ts';
import { formulate } from '../../../../activities/uc/formulation/index.ts';
import type { SolvePayload } from '../../../../temporal/case/schema.ts';
import { mixedCase } from '../../../support/cases/mixed-case.ts';
import { UNTOLD } from '../../../support/engine/request.ts';
import { solve } from '../../../support/engine/solve.ts';

const CASES = 24;
const GAP = 2e-3;

/** Cost and bound that HiGHS proves on the whole model: the optimum lies between them. */
async function wholeModel(payload: SolvePayload) {
  const { milp } = formulate(prepareCase(payload, 'uc').instance);
  const session = await openHighs(milp, new Int32Array(1));
  const { objective, bound } = session.search({ timeLimitS: 60, mipGap: GAP }, undefined, UNTOLD);
  session.dispose();
  return { objective: objective ?? Number.NaN, bound };
}

describe('kernel searches', function () {
  this.timeout(180_000);

  it(`prove the optimum of the whole model, in ${CASES} cases`, async () => {
    for (let seed = 0; seed < CASES; seed++) {
      const payload = mixedCase(seed, 6, 10);
      const whole = await wholeModel(payload);
      const result = await solve('uc', payload, { mipGap: GAP });
      const { objective_value: cost, lower_bound_usd: bound } = result;
      assert.ok(cost !== null && bound !== null && bound !== undefined, `seed ${seed}`);
      assert.equal(result.termination_status, 'OPTIMAL', `seed ${seed}`);
      assert.equal(result.certificate?.verified, true, `seed ${seed}`);
      assert.ok(cost >= whole.bound * (1 - 1e-7), `seed ${seed}: ${cost} is below ${whole.bound}`);
      assert.ok(bound <= whole.objective * (1 + 1e-7), `seed ${seed}: ${bound} is above ${whole.objective}`);
      assert.ok(cost - bound <= (GAP + 1e-7) * cost, `seed ${seed}`);
    }
  });
});
