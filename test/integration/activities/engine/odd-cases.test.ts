/**
 * Odd cases compared with HiGHS on the whole model: neither schedule is below the other's bound, and all are verified.
 */
import assert from 'node:assert/strict';
import { prepareCase } from '../../../../activities/engine/base/prepared-case.ts';
import { openHighs } from '../../../../activities/solvers/highs/open-highs.ts';
import { formulate } from '../../../../activities/uc/formulation/index.ts';
import type { SolvePayload } from '../../../../temporal/case/schema.ts';
import { ODD, oddCase } from '../../../support/cases/odd-case.ts';
import { UNTOLD } from '../../../support/engine/request.ts';
import { solve } from '../../../support/engine/solve.ts';

const GAP = 2e-3;
const ROUNDING = 1e-7;
const UNITS = 10;
const HOURS = 2;
/** Time limit, s, at which the slow cases (ramps, five-minute intervals) still have a gap. */
const TIME_LIMIT_S = 8;

async function wholeModel(payload: SolvePayload) {
  const { milp } = formulate(prepareCase(payload, 'uc').instance);
  const session = await openHighs(milp, new Int32Array(1));
  const outcome = session.search({ timeLimitS: TIME_LIMIT_S, mipGap: GAP }, undefined, UNTOLD);
  session.dispose();
  return outcome;
}

describe('odd cases', function () {
  this.timeout(180_000);

  for (const odd of ODD.filter((name) => name !== 'only-relaxed')) {
    it(`are solved: ${odd}`, async () => {
      const payload = oddCase(odd, UNITS, HOURS);
      const whole = await wholeModel(payload);
      const { objective_value, lower_bound_usd, certificate, termination_status } = await solve(
        'uc',
        payload,
        {
          mipGap: GAP,
          timeLimitS: TIME_LIMIT_S,
        },
      );
      const [cost, bound] = [objective_value ?? Number.NaN, lower_bound_usd ?? Number.NaN];
      assert.equal(certificate?.verified, true);
      const isProven = cost - bound <= (GAP + ROUNDING) * Math.abs(cost);
      assert.equal(termination_status, isProven ? 'OPTIMAL' : 'FEASIBLE', `${cost} and ${bound}`);
      assert.ok(cost >= whole.bound - ROUNDING * Math.abs(cost), `${cost} is below ${whole.bound}`);
      assert.ok(
        bound <= (whole.objective ?? 0) + ROUNDING * Math.abs(cost),
        `${bound} is above ${whole.objective}`,
      );
    });
  }

  it('are refused with their hour where only the relaxation has a solution', async () => {
    const { termination_status, infeasibility } = await solve('uc', oddCase('only-relaxed'));
    assert.equal(termination_status, 'INFEASIBLE');
    assert.ok(
      infeasibility?.causes.some(({ hour }) => hour === 12),
      JSON.stringify(infeasibility),
    );
  });
});
