/** What HiGHS says of a model that it has run. */
import assert from 'node:assert/strict';
import { relaxationOutcome, searchOutcome } from '../../../../../activities/solvers/highs/open-highs.ts';
import { loadHighs } from '../../../../../activities/solvers/highs/web-assembly.ts';

describe('the outcome of a run', () => {
  it('is infeasible only where the solver has proven it', async () => {
    const { modelStatus } = (await loadHighs()).constants;
    const proven = new Set<number>([modelStatus.infeasible, modelStatus.unboundedOrInfeasible]);
    for (const status of Object.values(modelStatus)) {
      assert.equal(relaxationOutcome(status) === 'infeasible', proven.has(status));
      assert.equal(searchOutcome(status, false) === 'infeasible', proven.has(status));
    }
  });
  it('is an optimum only where the solver says so', async () => {
    const { modelStatus } = (await loadHighs()).constants;
    for (const status of Object.values(modelStatus)) {
      assert.equal(relaxationOutcome(status) === 'optimal', status === modelStatus.optimal);
      assert.equal(searchOutcome(status, true) === 'optimal', status === modelStatus.optimal);
      assert.equal(relaxationOutcome(status) === 'unbounded', status === modelStatus.unbounded);
    }
  });
  it('is a solution whenever there is one at the limit', async () => {
    const { modelStatus } = (await loadHighs()).constants;
    assert.equal(searchOutcome(modelStatus.timeLimit, true), 'feasible');
    assert.equal(searchOutcome(modelStatus.timeLimit, false), 'none');
    assert.equal(searchOutcome(modelStatus.interrupted, true), 'feasible');
    assert.equal(relaxationOutcome(modelStatus.timeLimit), 'limit');
  });
});
