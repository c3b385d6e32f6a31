/** Imported instances have the optima of the models they were published for. */
import assert from 'node:assert/strict';
import { readUnitCommitmentJl } from '../../../../api/formats/unitcommitment-jl/read-unitcommitment-jl.ts';
import { assertSameAfterExport } from '../../../support/callers/same-after-export.ts';
import { solve } from '../../../support/engine/solve.ts';
import { publicInstances } from '../../../support/public-instances.ts';
import { assertSameOptimum } from '../../../support/reference/pglib-optimum.ts';

const SEEDS = 20;
/** Best schedule and bound that UnitCommitment.jl reports with Gurobi for its instance set 0.2, $. */
const CASE_118 = { name: 'case118-2017-02-01', cost: 5_766_283.5, bound: 5_765_741.475 };

describe('the optimum of an imported instance', function () {
  this.timeout(180_000);

  it(`of pglib-uc is that of the published equations, in ${SEEDS} random cases`, async () => {
    let feasible = 0;
    for (let seed = 101; seed <= 100 + SEEDS; seed++) if (await assertSameOptimum(seed)) feasible += 1;
    assert.ok(feasible > SEEDS / 2, `only ${feasible} cases have a schedule`);
  });

  it('of UnitCommitment.jl is that of the payload it was exported from', async () => {
    let feasible = 0;
    for (let seed = 1; seed <= 10; seed++) if (await assertSameAfterExport(seed)) feasible += 1;
    assert.ok(feasible > 4, `only ${feasible} cases have a schedule`);
  });

  for (const [seed, minutes] of [
    [3, 15],
    [5, 30],
  ] as const)
    it(`of UnitCommitment.jl in steps of ${minutes} minutes is that of the payload it was exported from`, async () => {
      assert.ok(await assertSameAfterExport(seed, minutes));
    });

  for (const { name, read } of publicInstances('unitcommitment-jl')) {
    if (name !== CASE_118.name) continue;
    it(`of UnitCommitment.jl lies between the published bound and cost of ${name}`, async () => {
      const { payload, jobType } = readUnitCommitmentJl(read());
      const result = await solve(jobType, payload, { timeLimitS: 120, mipGap: 1e-4 });
      const cost = result.total_cost_usd ?? Number.NaN;
      assert.ok(cost >= CASE_118.bound - 1 && cost <= CASE_118.cost, `${cost} $`);
    });
  }
});
