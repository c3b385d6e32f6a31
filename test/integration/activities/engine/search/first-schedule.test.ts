/** Schedules from the relaxation alone, and the number of models that a search opens for them. */
import assert from 'node:assert/strict';
import { relativeGap } from '../../../../../activities/engine/base/solve.ts';
import { searchModel } from '../../../../../activities/engine/search/search-model.ts';
import { openHighs } from '../../../../../activities/solvers/highs/open-highs.ts';
import type { SolvePayload } from '../../../../../temporal/case/schema.ts';
import { hardCase } from '../../../../support/cases/hard-case.ts';
import { oddCase } from '../../../../support/cases/odd-case.ts';
import { openedSearch } from '../../../../support/engine/opened-search.ts';

const GAP = 1e-3;

/** Number of parts opened, reported objectives, and the final relative gap. */
async function searched(payload: SolvePayload) {
  const search = await openedSearch(payload, 'uc');
  const objectives: number[] = [];
  let parts = 0;
  const { best, bound } = await searchModel({
    ...search,
    mipGap: GAP,
    openPart: (milp) => {
      parts += 1;
      return openHighs(milp, new Int32Array(1));
    },
    tell: (_, cost) => objectives.push(cost),
  });
  const { rows } = search.model.parts();
  search.session.dispose();
  assert.ok(best);
  const { objective } = best;
  return { gap: relativeGap(objective, bound), parts, rows: rows.length, told: objectives, objective };
}

describe('a first schedule', function () {
  this.timeout(60_000);

  it('is that of one kernel, without cuts and branches, where the relaxation is nearly whole', async () => {
    const { gap, parts, told, objective } = await searched(hardCase(75, 24));
    assert.ok(gap <= GAP && parts === 1, `${gap} with ${parts} parts`);
    assert.ok(objective <= Math.min(...told) * (1 + 1e-6));
  });

  it('is that of a priority list where prices do not tell decisions apart', async () => {
    const { gap, parts, told } = await searched(oddCase('penalties'));
    assert.ok(gap <= GAP && parts === 0, `${gap} with ${parts} parts`);
    assert.ok(told.length > 0);
  });

  it('comes after cuts in other cases', async () => {
    const { gap, parts } = await searched(hardCase(20, 24));
    assert.ok(gap <= GAP && parts > 1, `${gap} with ${parts} parts`);
  });
});
