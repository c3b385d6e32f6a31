/** Duals by the dual program, compared with those of HiGHS. */
import assert from 'node:assert/strict';
import { type Milp, MilpBuilder } from '../../../../../activities/milp/model.ts';
import { dualProgram } from '../../../../../activities/solvers/executable/relax-model.ts';
import { openHighs } from '../../../../../activities/solvers/highs/open-highs.ts';
import { random } from '../../../../support/cases/random.ts';

async function relax(milp: Milp) {
  const session = await openHighs(milp, new Int32Array(1));
  const relaxation = session.relax({ timeLimitS: 5 });
  session.dispose();
  return relaxation;
}

/** Random costs and coefficients, so that the duals are unique. */
function randomProgram(seed: number): MilpBuilder {
  const r = random(seed);
  const milp = new MilpBuilder();
  for (let c = 0; c < 5; c++)
    milp.column({ cost: r.between(1, 9), lower: r.pick([0, -1]), upper: r.pick([8, Infinity]) });
  for (let row = 0; row < 3; row++) {
    const terms = [0, 1, 2, 3, 4].map((c) => [r.between(0.5, 2), c] as const);
    const lower = r.between(3, 9);
    milp.row({ lower, upper: r.pick([lower, lower + 4, Infinity]), terms });
  }
  return milp;
}

describe('the dual program', () => {
  it('has the optimum of the primal, and prices its rows', async () => {
    let compared = 0;
    for (let seed = 1; seed <= 12; seed++) {
      const milp = randomProgram(seed);
      const primal = await relax(milp);
      if (primal.outcome !== 'optimal') continue;
      const program = dualProgram(milp);
      const dual = await relax(program.milp);
      assert.equal(dual.outcome, 'optimal');
      assert.ok(Math.abs(dual.objective + primal.objective) < 1e-7, `seed ${seed}`);
      for (const [row, price] of program.rowDual(dual.primal).entries()) {
        assert.ok(Math.abs(price - (primal.rowDual[row] ?? Number.NaN)) < 1e-7, `seed ${seed}, row ${row}`);
      }
      compared += 1;
    }
    assert.ok(compared >= 6, `only ${compared} of 12 have a solution`);
  });
});
