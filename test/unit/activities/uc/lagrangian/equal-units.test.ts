import assert from 'node:assert/strict';
import { prepareCase } from '../../../../../activities/engine/base/prepared-case.ts';
import { openHighs } from '../../../../../activities/solvers/highs/open-highs.ts';
import { aggregateUnits } from '../../../../../activities/uc/aggregation/aggregate-units.ts';
import { formulate } from '../../../../../activities/uc/formulation/index.ts';
import type { Instance } from '../../../../../activities/uc/instance.ts';
import { lagrangian } from '../../../../../activities/uc/lagrangian/lagrangian.ts';
import { thresholdBounds } from '../../../../../activities/uc/lagrangian/threshold-bounds.ts';
import { twinsCase } from '../../../../support/cases/mixed-case.ts';

const UNWATCHED = { onProgress: () => undefined, onIncumbent: () => undefined };
/** Seeds of cases that take little time. */
const SEEDS = [2, 3, 4, 6, 7];

/** Relaxation, bound and optimum of a model. */
async function priced(instance: Instance) {
  const formulation = formulate(instance);
  const { columns, rows } = formulation.milp;
  const session = await openHighs(formulation.milp, new Int32Array(1));
  const relaxation = session.relax({ timeLimitS: 10 });
  assert.ok(relaxation.outcome === 'optimal');
  session.addRows(formulation.pool);
  const tight = session.relax({ timeLimitS: 10 });
  assert.ok(tight.outcome === 'optimal');
  const optimum = session.search({ timeLimitS: 10, mipGap: 0 }, undefined, UNWATCHED);
  session.dispose();
  const duals = relaxation.rowDual;
  const relaxed = lagrangian(instance, formulation, { columns, rows, duals });
  assert.ok(relaxed && optimum.objective !== null);
  const { objective: cost, primal } = optimum;
  return { formulation, relaxed, lp: tight.objective, cost, primal, duals };
}

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
      assert.ok(isNear(merged.lp, single.lp), `case ${at}: ${merged.lp}, not ${single.lp}`);
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
      const shared = merged.duals.subarray(merged.formulation.sharedFrom);
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
      const { formulation, relaxed, cost, primal } = merged;
      const specs = formulation.milp.columns;
      const columns = Int32Array.from(specs.keys()).filter((c) => specs[c]?.integer);
      const threshold = cost - relaxed.bound + 1e-6 * cost;
      const { lower, upper } = thresholdBounds(formulation, relaxed, specs, columns, threshold);
      for (const [k, c] of columns.entries()) {
        const value = Math.round(primal[c] ?? 0);
        const [least, most] = [lower[k] ?? 0, upper[k] ?? 0];
        assert.ok(value >= least && value <= most, `case ${at}: column ${c} is ${value}`);
        limited += Number(least < most && most - least < (specs[c]?.upper ?? 0));
      }
    }
    assert.ok(limited > 0, 'some group keeps a part of its range');
  });
});
