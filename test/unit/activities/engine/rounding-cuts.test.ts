import assert from 'node:assert/strict';
import { toCase } from '../../../../activities/engine/case.ts';
import { startClock } from '../../../../activities/engine/clock.ts';
import { integerColumns } from '../../../../activities/engine/integer-columns.ts';
import { addRoundingCuts } from '../../../../activities/engine/rounding-cuts.ts';
import { createSecureModel } from '../../../../activities/engine/secure-model.ts';
import { activity } from '../../../../activities/milp/activity.ts';
import { openHighs } from '../../../../activities/solvers/highs.ts';
import { formulate } from '../../../../activities/uc/formulation/index.ts';
import { hardCase } from '../../../support/hard-case.ts';
import { mixedCase } from '../../../support/mixed-case.ts';

const UNWATCHED = { onProgress: () => undefined, onIncumbent: () => undefined };

/** An optimum without the cuts, and the rows and bounds of the relaxation with them. */
async function cut(payload: ReturnType<typeof mixedCase>) {
  const solveCase = toCase(payload, 'uc');
  const { instance } = solveCase;
  const formulation = formulate(instance);
  const whole = await openHighs(formulation.milp, new Int32Array(1));
  const optimum = whole.search({ timeLimitS: 10, mipGap: 0 }, undefined, UNWATCHED);
  whole.dispose();
  const session = await openHighs(formulation.milp, new Int32Array(1));
  const model = createSecureModel(solveCase, formulation, session);
  const clock = startClock(10);
  const relaxation = model.relax(clock);
  assert.ok(relaxation.outcome === 'optimal');
  const first = model.rows();
  const search = {
    instance,
    formulation,
    session,
    model,
    clock,
    integers: integerColumns(formulation, session),
    mipGap: 0,
    start: undefined,
    watch: { ...UNWATCHED, onPhase: () => undefined },
  };
  const tightened = addRoundingCuts(search, relaxation);
  session.dispose();
  const outputs = new Set(
    instance.units.flatMap((_, g) =>
      Array.from({ length: instance.periods }, (_hour, t) => formulation.x.above(g, t)),
    ),
  );
  return { optimum, relaxation, tightened, outputs, cuts: model.parts().rows.slice(first) };
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
