import assert from 'node:assert/strict';
import { prepareCase } from '../../../../../activities/engine/base/prepared-case.ts';
import { openHighs } from '../../../../../activities/solvers/highs/open-highs.ts';
import { aggregateUnits } from '../../../../../activities/uc/aggregation/aggregate-units.ts';
import { formulate } from '../../../../../activities/uc/formulation/index.ts';
import type { Instance } from '../../../../../activities/uc/instance.ts';
import { commitmentBound, lagrangian } from '../../../../../activities/uc/lagrangian/lagrangian.ts';
import { thresholdBounds } from '../../../../../activities/uc/lagrangian/threshold-bounds.ts';
import { mixedCase, twinsCase } from '../../../../support/cases/mixed-case.ts';
import { randomCase } from '../../../../support/cases/random-case.ts';
import { openedSearch } from '../../../../support/engine/opened-search.ts';

const UNWATCHED = { onProgress: () => undefined, onIncumbent: () => undefined };
const CASES = 8;

/** Relaxation, bound and optimum of a model. `tight`: cost of the relaxation with all rows of the pool. */
async function priced(instance: Instance) {
  const formulation = formulate(instance);
  const { columns, rows } = formulation.milp;
  const session = await openHighs(formulation.milp, new Int32Array(1));
  const relaxation = session.relax({ timeLimitS: 10 });
  assert.ok(relaxation.outcome === 'optimal');
  session.addRows(formulation.pool);
  const tight = session.relax({ timeLimitS: 10 });
  assert.ok(tight.outcome === 'optimal');
  const { objective: cost, primal } = session.search({ timeLimitS: 10, mipGap: 0 }, undefined, UNWATCHED);
  session.dispose();
  const relaxed = lagrangian(instance, formulation, { columns, rows, duals: relaxation.rowDual });
  assert.ok(relaxed && cost !== null);
  return { formulation, relaxation, relaxed, tight: tight.objective, cost, primal };
}

/**
 * Asserts that the optimum is within the bounds at the threshold of its cost. Returns the bounds, and the integer
 * columns of the optimum.
 */
function optimumWithin(
  { formulation, relaxed, cost, primal }: Awaited<ReturnType<typeof priced>>,
  name: string,
) {
  const { columns: specs } = formulation.milp;
  const columns = Int32Array.from(specs.keys()).filter((c) => specs[c]?.integer);
  const threshold = cost - relaxed.bound + 1e-6 * cost;
  const bounds = thresholdBounds(formulation, relaxed, specs, columns, threshold);
  for (const [k, c] of columns.entries()) {
    const value = Math.round(primal[c] ?? 0);
    const [least, most] = [bounds.lower[k] ?? 0, bounds.upper[k] ?? 0];
    assert.ok(value >= least && value <= most, `${name}: column ${c} is ${value}`);
  }
  return { ...bounds, columns };
}

describe('the Lagrangian relaxation', () => {
  let cases: Awaited<ReturnType<typeof priced>>[];

  before(async function () {
    this.timeout(20_000);
    cases = await Promise.all(
      Array.from({ length: CASES }, (_, seed) => priced(prepareCase(mixedCase(seed, 4, 7), 'uc').instance)),
    );
  });

  it('bounds the optimum at least as well as the LP whose duals it has', () => {
    for (const [seed, { relaxation, relaxed, cost }] of cases.entries()) {
      assert.ok(relaxed.bound >= relaxation.objective * (1 - 1e-7), `seed ${seed}`);
      assert.ok(relaxed.bound <= cost * (1 + 1e-7), `seed ${seed}`);
    }
  });

  it('bounds the cost of a given commitment, from below and at least as well as without it', () => {
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
    for (const [seed, one] of cases.entries()) {
      open += optimumWithin(one, `seed ${seed}`).free;
      all += 28;
    }
    assert.ok(open < 0.8 * all, `${open} of ${all} hours are open`);
  });

  it('leaves an integer column that is no unit’s as many steps from its bound as go into the threshold', () => {
    const { formulation } = cases[0] ?? assert.fail();
    const specs = [10, -10, 0].map((cost) => ({ cost, lower: 0, upper: 27, integer: true }));
    const relaxed = { bound: 0, units: [], costs: Float64Array.from(specs, ({ cost }) => cost) };
    const { lower, upper } = thresholdBounds(formulation, relaxed, specs, Int32Array.of(0, 1, 2), 25);
    assert.deepEqual([...lower], [0, 25, 0]);
    assert.deepEqual([...upper], [2, 27, 27]);
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

/** Seeds of cases that are solved fast. */
const SEEDS = [2, 3, 4, 6, 7];

async function bothWays(seed: number) {
  const { instance } = prepareCase(twinsCase(seed, 3, 6), 'uc');
  const aggregated = aggregateUnits(instance).instance;
  return { single: await priced(instance), merged: await priced(aggregated), instance, aggregated };
}

const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(b));

describe('the Lagrangian relaxation of equal units', () => {
  const cases: Awaited<ReturnType<typeof bothWays>>[] = [];

  before(async function () {
    this.timeout(30_000);
    for (const seed of SEEDS) cases.push(await bothWays(seed));
  });

  it('is of fewer units, with the same linear relaxation and the same optimum', () => {
    for (const [at, { single, merged, instance, aggregated }] of cases.entries()) {
      assert.ok(isNear(merged.tight, single.tight), `case ${at}: ${merged.tight}, not ${single.tight}`);
      assert.ok(isNear(merged.cost, single.cost), `case ${at}: ${merged.cost}, not ${single.cost}`);
      const count = aggregated.units.reduce((sum, unit) => sum + unit.count, 0);
      assert.equal(count, instance.units.length, `case ${at}`);
    }
    const merged = cases.filter(
      ({ instance, aggregated }) => aggregated.units.length < instance.units.length,
    );
    assert.ok(merged.length >= SEEDS.length / 2);
  });

  it('has the bound of the units apart at the same prices', () => {
    for (const [at, { single, merged, instance }] of cases.entries()) {
      const { columns, rows } = single.formulation.milp;
      const shared = merged.relaxation.rowDual.subarray(merged.formulation.sharedFrom);
      assert.equal(shared.length, rows.length - single.formulation.sharedFrom, `case ${at}`);
      const duals = Float64Array.from([...new Float64Array(single.formulation.sharedFrom), ...shared]);
      const apart = lagrangian(instance, single.formulation, { columns, rows, duals });
      const { bound } = merged.relaxed;
      assert.ok(apart && isNear(bound, apart.bound), `case ${at}: ${bound}, not ${apart?.bound}`);
      assert.ok(bound <= merged.cost * (1 + 1e-7), `case ${at}`);
    }
  });

  it('cuts no optimum off at the threshold of its cost', () => {
    let limited = 0;
    for (const [at, { merged }] of cases.entries()) {
      const { lower, upper, columns } = optimumWithin(merged, `case ${at}`);
      const { columns: specs } = merged.formulation.milp;
      for (const [k, c] of columns.entries()) {
        const [least, most] = [lower[k] ?? 0, upper[k] ?? 0];
        limited += Number(least < most && most - least < (specs[c]?.upper ?? 0));
      }
    }
    assert.ok(limited > 0, 'some group keeps a part of its range');
  });
});
