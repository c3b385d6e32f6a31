/** The HiGHS session: the contract, and what only this adapter does. */
import assert from 'node:assert/strict';
import { openHighs } from '../../../../activities/solvers/highs.ts';
import { loadHighs } from '../../../../activities/solvers/highs-library.ts';
import { relaxationOutcome, searchOutcome } from '../../../../activities/solvers/status.ts';
import { itKeepsTheContract, knapsack } from './contract.ts';

describe('a HiGHS session', () => {
  itKeepsTheContract(openHighs);
  it('tells of the solutions that a search finds', async () => {
    const session = await openHighs(knapsack(), Int32Array.of(0));
    const seen: number[] = [];
    session.search({ timeLimitS: 5, mipGap: 0 }, undefined, {
      onProgress: () => undefined,
      onIncumbent: (_, objective) => seen.push(objective),
    });
    assert.equal(seen.at(-1), -7);
    session.dispose();
  });
});

describe('the outcome of a run', () => {
  it('is infeasible only where the solver has proven it', async () => {
    const { modelStatus } = (await loadHighs()).constants;
    const proven = new Set<number>([modelStatus.infeasible, modelStatus.unboundedOrInfeasible]);
    for (const status of Object.values(modelStatus)) {
      assert.equal(relaxationOutcome(modelStatus, status) === 'infeasible', proven.has(status));
      assert.equal(searchOutcome(modelStatus, status, false) === 'infeasible', proven.has(status));
    }
  });
  it('is a solution whenever there is one at the limit', async () => {
    const { modelStatus } = (await loadHighs()).constants;
    assert.equal(searchOutcome(modelStatus, modelStatus.timeLimit, true), 'feasible');
    assert.equal(searchOutcome(modelStatus, modelStatus.timeLimit, false), 'none');
    assert.equal(searchOutcome(modelStatus, modelStatus.interrupted, true), 'feasible');
    assert.equal(relaxationOutcome(modelStatus, modelStatus.timeLimit), 'limit');
  });
});
