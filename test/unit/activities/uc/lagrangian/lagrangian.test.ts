import assert from 'node:assert/strict';
import { prepareCase } from '../../../../../activities/engine/base/prepared-case.ts';
import { openHighs } from '../../../../../activities/solvers/highs/open-highs.ts';
import { formulate } from '../../../../../activities/uc/formulation/index.ts';
import { commitmentBound, lagrangian } from '../../../../../activities/uc/lagrangian/lagrangian.ts';
import { thresholdBounds } from '../../../../../activities/uc/lagrangian/threshold-bounds.ts';
import { mixedCase } from '../../../../support/cases/mixed-case.ts';
import { randomCase } from '../../../../support/cases/random-case.ts';
import { openedSearch } from '../../../../support/engine/opened-search.ts';

const UNWATCHED = { onProgress: () => undefined, onIncumbent: () => undefined };
const CASES = 8;

/** The relaxation, its Lagrangian and an optimum of a random case. */
async function priced(seed: number) {
  const { instance } = prepareCase(mixedCase(seed, 4, 7), 'uc');
  const formulation = formulate(instance);
  const session = await openHighs(formulation.milp, new Int32Array(1));
  const relaxation = session.relax({ timeLimitS: 10 });
  assert.ok(relaxation.outcome === 'optimal');
  const optimum = session.search({ timeLimitS: 10, mipGap: 0 }, undefined, UNWATCHED);
  session.dispose();
  const { columns, rows } = formulation.milp;
  const relaxed = lagrangian(instance, formulation, { columns, rows, duals: relaxation.rowDual });
  assert.ok(relaxed && optimum.objective !== null);
  return { formulation, relaxation, relaxed, cost: optimum.objective, primal: optimum.primal };
}

describe('the Lagrangian relaxation', () => {
  let cases: Awaited<ReturnType<typeof priced>>[];

  before(async function () {
    this.timeout(20_000);
    cases = await Promise.all(Array.from({ length: CASES }, (_, seed) => priced(seed)));
  });

  it('bounds the optimum at least as well as the LP whose duals it has', () => {
    for (const [seed, { relaxation, relaxed, cost }] of cases.entries()) {
      assert.ok(relaxed.bound >= relaxation.objective * (1 - 1e-7), `seed ${seed}`);
      assert.ok(relaxed.bound <= cost * (1 + 1e-7), `seed ${seed}`);
    }
  });

  it('bounds what a given commitment costs, from below and at least as well as without it', () => {
    const gains = cases.map(({ formulation: { x }, relaxed, cost, primal }, seed) => {
      const hours = relaxed.units.map(({ on }, g) =>
        Array.from(on, (_, t) => Math.round(primal[x.on(g, t)] ?? 0)),
      );
      const bound = commitmentBound(relaxed, hours);
      assert.ok(bound <= cost * (1 + 1e-7), `seed ${seed}: ${bound} of ${cost}`);
      assert.equal(
        commitmentBound(
          relaxed,
          hours.map((on) => on.map(() => undefined)),
        ),
        relaxed.bound,
      );
      return bound - relaxed.bound;
    });
    assert.ok(Math.min(...gains) >= 0 && Math.max(...gains) > 0);
  });

  it('leaves every decision of an optimum open at the threshold of its cost, and few others', () => {
    let open = 0;
    let all = 0;
    for (const [seed, { formulation, relaxed, cost, primal }] of cases.entries()) {
      const { columns: specs } = formulation.milp;
      const columns = Int32Array.from(specs.keys()).filter((c) => specs[c]?.integer);
      const threshold = cost - relaxed.bound + 1e-6 * cost;
      const { lower, upper, free } = thresholdBounds(formulation, relaxed, specs, columns, threshold);
      for (const [k, c] of columns.entries()) {
        const value = Math.round(primal[c] ?? 0);
        assert.ok(value >= (lower[k] ?? 0) && value <= (upper[k] ?? 0), `seed ${seed}: column ${c}`);
      }
      open += free;
      all += 28;
    }
    assert.ok(open < 0.8 * all, `${open} of ${all} hours are open`);
  });

  it('bounds the optimum where a later segment has become the cheaper', async () => {
    for (const seed of [37, 58, 103]) {
      const { payload, jobType } = randomCase(seed);
      const { instance, formulation, model, session, clock } = await openedSearch(payload, jobType);
      const relaxation = model.relax(clock);
      assert.ok(relaxation.outcome === 'optimal');
      const relaxed = lagrangian(instance, formulation, { ...model.parts(), duals: relaxation.rowDual });
      model.complete();
      const { objective } = session.search({ timeLimitS: 10, mipGap: 0 }, undefined, UNWATCHED);
      session.dispose();
      assert.ok(relaxed && objective !== null);
      assert.ok(relaxed.bound <= objective * (1 + 1e-7), `seed ${seed}: ${relaxed.bound} above ${objective}`);
    }
  });
});
