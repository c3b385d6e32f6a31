import assert from 'node:assert/strict';
import { siftRelaxation } from '../../../../../../activities/engine/search/sifting/sift-relaxation.ts';
import { openHighs } from '../../../../../../activities/solvers/highs/open-highs.ts';
import type { SolvePayload } from '../../../../../../temporal/case/schema.ts';
import type { JobType } from '../../../../../../temporal/solvers.ts';
import { hardCase } from '../../../../../support/cases/hard-case.ts';
import { meshedCase } from '../../../../../support/cases/meshed-case.ts';
import { mixedCase } from '../../../../../support/cases/mixed-case.ts';
import { openedSearch } from '../../../../../support/engine/opened-search.ts';
import { solve } from '../../../../../support/engine/solve.ts';

/** Largest distance between the bound of sifting and the relaxation, as a share of the cost. */
const CLOSE = 5e-4;

async function sifted(payload: SolvePayload, jobType: JobType) {
  const search = await openedSearch(payload, jobType);
  const relaxation = await siftRelaxation(search, () => search.clock.leftS());
  const violated = relaxation?.outcome === 'optimal' && search.model.addViolated(relaxation.primal);
  search.session.dispose();
  if (relaxation?.outcome !== 'optimal') return { formulation: search.formulation };
  const { objective } = relaxation;
  return { bound: objective, violated, formulation: search.formulation };
}

describe('sifting', function () {
  this.timeout(60_000);

  for (const seed of [1, 2]) {
    it(`bounds the cost as the relaxation of the whole does, case ${seed}`, async () => {
      const payload = mixedCase(seed, 24, 20);
      const { bound = Number.NaN, formulation, violated } = await sifted(payload, 'uc');
      const whole = await openHighs(formulation.milp, new Int32Array(1));
      const relaxation = whole.relax({ timeLimitS: 60 });
      whole.dispose();
      assert.ok(relaxation.outcome === 'optimal');
      assert.ok(bound >= relaxation.objective * (1 - CLOSE), `${bound} far below ${relaxation.objective}`);
      const { objective_value: cost } = await solve('uc', payload, { mipGap: 1e-3 });
      assert.ok(cost !== null && bound <= cost * (1 + 1e-7), `${bound} above ${cost}`);
      assert.equal(violated, 0);
    });
  }

  it('adds the flow limits that bind', async () => {
    const payload = meshedCase(20, 14, { horizon: 12, seed: 2, outages: true });
    const { bound = Number.NaN, violated } = await sifted(payload, 'scuc');
    const direct = await openedSearch(payload, 'scuc');
    const relaxation = direct.model.relax(direct.clock);
    assert.ok(relaxation.outcome === 'optimal' && direct.model.limits.length > 0);
    direct.session.dispose();
    assert.equal(violated, 0);
    assert.ok(bound >= relaxation.objective * (1 - 2 * CLOSE), `${bound} far below ${relaxation.objective}`);
    const { objective_value: cost } = await solve('scuc', payload, { mipGap: 1e-3 });
    assert.ok(cost !== null && bound <= cost * (1 + 1e-7), `${bound} above ${cost}`);
  });

  it('ends with the bound so far when there is no time, and when nothing meets the load', async () => {
    const payload = mixedCase(1, 24, 20);
    const search = await openedSearch(payload, 'uc');
    const ended = await siftRelaxation(search, () => 0);
    search.session.dispose();
    assert.ok(ended?.outcome === 'limit' && ended.bound > 0);
    const { objective_value: cost } = await solve('uc', payload, { mipGap: 1e-2 });
    assert.ok(ended.bound <= (cost ?? 0));
    const plain = hardCase(10, 12);
    const loads = plain.loads.map((load) => ({ ...load, values: load.values.map((mw) => 3 * mw) }));
    assert.equal((await sifted({ ...plain, loads }, 'uc')).bound, undefined);
  });
});
