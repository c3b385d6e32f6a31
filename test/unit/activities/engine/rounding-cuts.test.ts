import assert from 'node:assert/strict';
import { addRoundingCuts } from '../../../../activities/engine/rounding-cuts.ts';
import { activity } from '../../../../activities/milp/activity.ts';
import type { Row } from '../../../../activities/milp/model.ts';
import { openHighs } from '../../../../activities/solvers/highs.ts';
import { hardCase } from '../../../support/hard-case.ts';
import { mixedCase } from '../../../support/mixed-case.ts';
import { openedSearch } from '../../../support/opened-search.ts';

const UNWATCHED = { onProgress: () => undefined, onIncumbent: () => undefined };

/** An optimum without the cuts, all cuts that were added, and the bounds of the relaxation without and with them. */
async function cut(payload: ReturnType<typeof mixedCase>) {
  const search = await openedSearch(payload, 'uc');
  const { instance, formulation, model } = search;
  const whole = await openHighs(formulation.milp, new Int32Array(1));
  const optimum = whole.search({ timeLimitS: 10, mipGap: 0 }, undefined, UNWATCHED);
  whole.dispose();
  const relaxation = model.relax(search.clock);
  assert.ok(relaxation.outcome === 'optimal');
  const cuts: Row[] = [];
  const addCuts = (rows: readonly Row[]): void => {
    cuts.push(...rows);
    model.addCuts(rows);
  };
  const { relaxation: tightened } = addRoundingCuts({ ...search, model: { ...model, addCuts } }, relaxation);
  search.session.dispose();
  const outputs = new Set(
    instance.units.flatMap((_, g) =>
      Array.from({ length: instance.periods }, (_hour, t) => formulation.x.above(g, t)),
    ),
  );
  return { optimum, relaxation, tightened, outputs, cuts };
}

describe('rounding cuts of the capacity rows', () => {
  let cases: Awaited<ReturnType<typeof cut>>[];

  before(async function () {
    this.timeout(30_000);
    const payloads = [...Array.from({ length: 8 }, (_, seed) => mixedCase(seed, 4, 7)), hardCase(6, 12, 3)];
    cases = await Promise.all(payloads.map(cut));
  });

  it('leave the optimum', () => {
    assert.ok(cases.reduce((count, { cuts }) => count + cuts.length, 0) > 50);
    for (const [seed, { optimum, tightened, cuts }] of cases.entries()) {
      assert.ok(
        optimum.objective !== null && tightened.objective <= optimum.objective * (1 + 1e-7),
        `${seed}`,
      );
      for (const { terms, lower } of cuts)
        assert.ok(activity(terms, optimum.primal) >= lower - 1e-5, `${seed}`);
    }
  });

  it('lift the bound', () => {
    const lifted = cases.filter(
      ({ relaxation, tightened }) => tightened.objective > relaxation.objective + 1e-6,
    );
    assert.ok(lifted.length > cases.length / 2);
  });

  it('have terms of outputs where a unit is nearer to its minimum than to its limit', () => {
    const withOutputs = cases.flatMap(({ cuts, outputs }) =>
      cuts.filter(({ terms }) => terms.some(([, column]) => outputs.has(column))),
    );
    assert.ok(withOutputs.length > 10);
  });
});
