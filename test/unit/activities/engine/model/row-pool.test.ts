import assert from 'node:assert/strict';
import { openHighs } from '../../../../../activities/solvers/highs/open-highs.ts';
import { mixedCase } from '../../../../support/cases/mixed-case.ts';
import { openedSearch } from '../../../../support/engine/opened-search.ts';

describe('rows left out of a relaxation', () => {
  for (const seed of [0, 1, 2, 3]) {
    it(`change nothing in its optimum, case ${seed}`, async () => {
      const { model, session, formulation, clock } = await openedSearch(mixedCase(seed, 12, 24), 'uc');
      const relaxation = model.relax(clock);
      const activeRows = model
        .parts()
        .rows.filter(({ lower, upper }) => lower > -Infinity || upper < Infinity);
      const { columns, rows } = formulation.milp;
      const whole = await openHighs({ columns, rows: [...rows, ...formulation.pool] }, new Int32Array(1));
      const expected = whole.relax({ timeLimitS: 20 });
      assert.ok(relaxation.outcome === 'optimal' && expected.outcome === 'optimal');
      const apart = Math.abs(relaxation.objective - expected.objective);
      assert.ok(apart <= 1e-6 * expected.objective, `${relaxation.objective}, not ${expected.objective}`);
      assert.ok(activeRows.length < rows.length, 'some rows are left out');
      for (const opened of [session, whole]) opened.dispose();
    });
  }

  it('are complete for a search', async () => {
    const { model, session, formulation } = await openedSearch(mixedCase(1, 6, 12), 'uc');
    model.complete();
    assert.deepEqual(model.parts().rows, formulation.milp.rows);
    session.dispose();
  });
});
