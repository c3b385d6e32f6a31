/** The HiGHS session: the contract, and what only this adapter does. */
import assert from 'node:assert/strict';
import { prepareCase } from '../../../../activities/engine/base/prepared-case.ts';
import { atMost } from '../../../../activities/milp/model.ts';
import { openHighs } from '../../../../activities/solvers/highs.ts';
import { loadHighs, relaxationOutcome, searchOutcome } from '../../../../activities/solvers/highs-library.ts';
import { formulate } from '../../../../activities/uc/formulation/index.ts';
import { randomCase } from '../../../support/cases/random-case.ts';
import { itKeepsTheContract, knapsack } from './contract.ts';

const UNWATCHED = { onProgress: () => undefined, onIncumbent: () => undefined };

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

describe('the basis of a HiGHS session', () => {
  it('is that of a relaxation that has just ended in an optimum', async () => {
    const stop = new Int32Array(1);
    const session = await openHighs(knapsack(), stop);
    assert.equal(session.basis?.(), undefined);
    session.relax({ timeLimitS: 5 });
    assert.deepEqual([...(session.basis?.()?.rows ?? [])], [2]);
    session.addRows([atMost(1, [[1, 0]])]);
    stop[0] = 1;
    assert.equal(session.relax({ timeLimitS: 5 }).outcome, 'limit');
    assert.equal(session.basis?.(), undefined);
    session.dispose();
  });
});

describe('a HiGHS search', () => {
  const sessionOf = (seed: number) => {
    const { payload, jobType } = randomCase(seed);
    return openHighs(formulate(prepareCase(payload, jobType).instance).milp, Int32Array.of(0));
  };
  it('finds the optimum of a model that the aggregator of its presolve takes for infeasible', async () => {
    const session = await sessionOf(139);
    const found = session.search({ timeLimitS: 20, mipGap: 0 }, undefined, UNWATCHED);
    assert.ok(Math.abs((found.objective ?? 0) - 35_376.702) < 1e-3, `${found.outcome} ${found.objective}`);
    session.dispose();
  });
  it('tells of no bound above the optimum after a relaxation', async () => {
    const session = await sessionOf(126);
    session.relax({ timeLimitS: 20 });
    const bounds: number[] = [];
    const { objective } = session.search({ timeLimitS: 20, mipGap: 0 }, undefined, {
      ...UNWATCHED,
      isEnough: ({ bound }) => bounds.push(bound ?? -Infinity) < 0,
    });
    assert.ok(bounds.length > 0);
    assert.ok(Math.max(...bounds) <= (objective ?? 0) + 1e-3, `${Math.max(...bounds)} above ${objective}`);
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
