import assert from 'node:assert/strict';
import { prepareCase } from '../../../../../activities/engine/base/prepared-case.ts';
import { boundColumns, restrictModel } from '../../../../../activities/engine/model/restricted-model.ts';
import { activity, atLeast, MilpBuilder } from '../../../../../activities/milp/model.ts';
import { openHighs } from '../../../../../activities/solvers/highs/open-highs.ts';
import { formulate } from '../../../../../activities/uc/formulation/index.ts';
import { mixedCase } from '../../../../support/cases/mixed-case.ts';
import { random } from '../../../../support/cases/random.ts';
import { UNTOLD } from '../../../../support/engine/request.ts';

/** Fixes a random half of the integer columns to the values of a schedule. */
async function halfFixed(seed: number) {
  const { milp } = formulate(prepareCase(mixedCase(seed, 6, 8), 'uc').instance);
  const session = await openHighs(milp, new Int32Array(1));
  const searched = session.search({ timeLimitS: 10, mipGap: 0.05 }, undefined, UNTOLD);
  session.dispose();
  const draw = random(seed);
  const fixed = Int32Array.from(milp.columns.keys()).filter(
    (c) => milp.columns[c]?.integer && draw.between(0, 1) < 0.5,
  );
  const values = Float64Array.from(fixed, (c) => Math.round(searched.primal[c] ?? 0));
  return { milp, columns: boundColumns(milp.columns, fixed, { lower: values, upper: values }) };
}

describe('a restricted model', () => {
  for (const seed of [0, 1, 2, 3, 4, 5]) {
    it(`has the optimum of the model within the bounds, case ${seed}`, async () => {
      const { milp, columns } = await halfFixed(seed);
      const small = restrictModel({ columns, rows: milp.rows });
      assert.ok(small && small.milp.columns.length < 0.9 * columns.length);
      const [whole, part] = await Promise.all(
        [{ columns, rows: milp.rows }, small.milp].map(async (model) => {
          const session = await openHighs(model, new Int32Array(1));
          const relaxation = session.relax({ timeLimitS: 10 });
          session.dispose();
          assert.ok(relaxation.outcome === 'optimal');
          return relaxation;
        }),
      );
      assert.ok(whole && part);
      const cost = part.objective + small.constant;
      assert.ok(
        Math.abs(cost - whole.objective) <= 1e-6 * whole.objective,
        `${cost}, not ${whole.objective}`,
      );
      const primal = small.expand(part.primal);
      for (const [c, { lower, upper }] of columns.entries())
        assert.ok((primal[c] ?? 0) >= lower - 1e-6 && (primal[c] ?? 0) <= upper + 1e-6, `column ${c}`);
      for (const [r, { terms, lower, upper }] of milp.rows.entries()) {
        const value = activity(terms, primal);
        assert.ok(value >= lower - 1e-5 && value <= upper + 1e-5, `row ${r}`);
      }
    });
  }

  it('does not exist if fixed columns violate a row', () => {
    const milp = new MilpBuilder();
    const column = milp.column({ lower: 1, upper: 1 });
    milp.row(atLeast(2, [[1, column]]));
    assert.equal(restrictModel(milp), undefined);
  });
});
