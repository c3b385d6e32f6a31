import assert from 'node:assert/strict';
import { openBranchRelaxations } from '../../../../../../activities/engine/search/branching/branch-relaxations.ts';
import { branchOn } from '../../../../../../activities/engine/search/branching/tree.ts';
import { kernelBelow } from '../../../../../../activities/engine/search/kernels/search-kernels.ts';
import { searchModel } from '../../../../../../activities/engine/search/search-model.ts';
import { openHighs } from '../../../../../../activities/solvers/highs/open-highs.ts';
import type { SavedRelaxation } from '../../../../../../temporal/case/messages/warm-start.ts';
import type { SolvePayload } from '../../../../../../temporal/case/schema.ts';
import type { JobType } from '../../../../../../temporal/solvers.ts';
import { meshedCase } from '../../../../../support/cases/meshed-case.ts';
import { mixedCase } from '../../../../../support/cases/mixed-case.ts';
import { openedSearch } from '../../../../../support/engine/opened-search.ts';

const UNWATCHED = { onProgress: () => undefined, onIncumbent: () => undefined };
const ROUNDING = 1e-7;

/** The schedule found by branching, and the bounds of a search of the whole model with the same flow limits. */
async function solved(payload: SolvePayload, jobType: JobType, similar?: SavedRelaxation) {
  const search = await openedSearch(payload, jobType);
  const saved: SavedRelaxation[] = [];
  let sessions = 0;
  const openPart: typeof openHighs = (milp) => {
    sessions += 1;
    return openHighs(milp, new Int32Array(1));
  };
  const { best, bound } = await searchModel({
    ...search,
    mipGap: 1e-4,
    similar,
    solve: {
      ...search.solve,
      watch: { ...search.solve.watch, onRelaxation: (relaxation) => saved.push(relaxation) },
    },
    openPart: (milp) => openPart(milp, new Int32Array(1)),
  });
  search.session.dispose();
  assert.ok(best);
  const { columns, rows } = search.model.parts();
  const limits = search.model.limits.flatMap(({ row }) => rows[row] ?? []);
  const milp = { columns, rows: [...search.formulation.milp.rows, ...limits] };
  const whole = await openHighs(milp, new Int32Array(1));
  const wholeSearch = whole.search({ timeLimitS: 60, mipGap: 1e-4 }, undefined, UNWATCHED);
  whole.dispose();
  return { cost: best.objective, bound, found: wholeSearch, sessions, limits, saved };
}

/** Asserts that the optimum lies between the bound and the schedule of the branches, within the gap. */
function holdsOptimum({ cost, bound, found }: Awaited<ReturnType<typeof solved>>): void {
  assert.ok(found.objective !== null && cost - bound <= 1.01e-4 * cost, `${cost} and ${bound}`);
  assert.ok(bound <= found.objective * (1 + ROUNDING), `bound ${bound} above ${found.objective}`);
  assert.ok(cost >= found.bound * (1 - ROUNDING), `cost ${cost} below ${found.bound}`);
}

describe('branches', function () {
  this.timeout(120_000);

  it('hold the optimum between their bound and their schedule', async () => {
    const branched = await solved(mixedCase(7, 13, 20), 'uc');
    assert.ok(branched.sessions > 0);
    holdsOptimum(branched);
  });

  it('hold it also where they are those of a similar case', async () => {
    const payload = mixedCase(11, 13, 20);
    const branched = await solved(payload, 'uc');
    holdsOptimum(branched);
    const [division] = branched.saved;
    assert.ok((division?.divisions ?? []).length > 0);
    const loads = payload.loads.map(({ bus, values }) => ({ bus, values: values.map((mw) => 0.99 * mw) }));
    holdsOptimum(await solved({ ...payload, loads }, 'uc', division));
  });

  it('keep flow limits', async () => {
    const day = meshedCase(20, 14, { horizon: 20, seed: 3, outages: true });
    const branched = await solved(day, 'scuc');
    assert.ok(branched.sessions > 0 && branched.limits.length > 0);
    holdsOptimum(branched);
  });

  it('are relaxed from where the whole has its optimum, and no two hold the same schedule', async () => {
    const search = await openedSearch(mixedCase(2, 14, 20), 'uc');
    const relaxation = search.model.relax(search.clock);
    const relaxations = await openBranchRelaxations(search);
    assert.ok(relaxation.outcome === 'optimal' && relaxations?.root.basis);
    const { root } = relaxations;
    assert.ok(Math.abs(root.bound - relaxation.objective) <= ROUNDING * relaxation.objective);
    const priced = relaxations.price(root);
    assert.ok(priced && Math.abs(priced.bound - root.bound) <= 1e-6 * root.bound);
    const halves = branchOn(
      search,
      relaxations,
      root,
      root.bounds,
      Number.POSITIVE_INFINITY,
      search.clock.leftS,
    );
    const { below, above } = halves ?? {};
    assert.ok(below && above && below.bound >= root.bound && above.bound >= root.bound);
    assert.equal([below, above].filter(({ bound }) => bound > root.bound).length, 2);
    const apart = below.bounds.upper.findIndex((most, k) => most < (above.bounds.lower[k] ?? 0));
    assert.ok(search.formulation.counts.some(({ column }) => column === search.integers.columns[apart]));
    relaxations.dispose();
    search.session.dispose();
  });

  it('cost the same in a model without the columns fixed in all of them', async () => {
    const search = await openedSearch(mixedCase(2, 14, 20), 'uc');
    search.model.relax(search.clock);
    const relaxations = await openBranchRelaxations(search);
    const priced = relaxations?.price(relaxations.root);
    assert.ok(relaxations && priced);
    const { root } = relaxations;
    const kernel = kernelBelow(search, priced, 1.001 * root.bound, search.model.parts().columns);
    const whole = relaxations.relax(root, kernel, 60);
    await relaxations.narrow(kernel);
    const narrow = relaxations.relax(root, root.bounds, 60);
    assert.ok(whole && narrow && whole !== 'limit' && narrow !== 'limit');
    assert.ok(narrow.rows.length < whole.rows.length);
    assert.ok(
      Math.abs(narrow.bound - whole.bound) <= ROUNDING * whole.bound,
      `${narrow.bound} ${whole.bound}`,
    );
    const bound = relaxations.price(narrow)?.bound ?? 0;
    assert.ok(bound > root.bound * (1 - 1e-3) && bound <= narrow.bound * (1 + ROUNDING));
    relaxations.dispose();
    search.session.dispose();
  });
});
