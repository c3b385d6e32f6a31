/** The HiGHS session on models small enough to solve by hand. */
import assert from 'node:assert/strict';
import { atLeast, atMost, MilpBuilder } from '../../../../activities/milp/model.ts';
import { openHighs } from '../../../../activities/solvers/highs.ts';
import { loadHighs } from '../../../../activities/solvers/highs-library.ts';
import type { SolverSession } from '../../../../activities/solvers/solver.ts';
import { relaxationOutcome, searchOutcome } from '../../../../activities/solvers/status.ts';

const LIMITS = { timeLimitS: 5, mipGap: 0 };
const UNWATCHED = { onProgress: () => undefined, onIncumbent: () => undefined };

/** min -3 x - 2 y,  2 x + y <= 4.5,  x, y <= 2, x integer: 1 and 2; relaxed 1.25 and 2. */
function knapsack(): MilpBuilder {
  const milp = new MilpBuilder();
  const x = milp.column({ cost: -3, upper: 2, integer: true });
  const y = milp.column({ cost: -2, upper: 2 });
  milp.row(
    atMost(4.5, [
      [2, x],
      [1, y],
    ]),
  );
  return milp;
}

async function within<T>(milp: MilpBuilder, use: (session: SolverSession) => T, stop = 0): Promise<T> {
  const session = await openHighs(milp, Int32Array.of(stop));
  try {
    return use(session);
  } finally {
    session.dispose();
  }
}

const optimum = (session: SolverSession) => {
  const relaxation = session.relax(LIMITS);
  assert.equal(relaxation.outcome, 'optimal');
  return relaxation;
};

describe('a HiGHS session', () => {
  it('relaxes, and prices a row by what one more unit of it saves', () =>
    within(knapsack(), (session) => {
      const { objective, primal, rowDual } = optimum(session);
      assert.deepEqual([objective, ...primal, ...rowDual], [-7.75, 1.25, 2, -1.5]);
    }));
  it('searches integers, and tells of what it finds', () =>
    within(knapsack(), (session) => {
      const seen: number[] = [];
      const found = session.search(LIMITS, undefined, {
        ...UNWATCHED,
        onIncumbent: (_, objective) => seen.push(objective),
      });
      assert.equal(found.outcome, 'optimal');
      assert.deepEqual([found.objective, ...found.primal], [-7, 1, 2]);
      assert.equal(found.bound, -7);
      assert.equal(seen.at(-1), -7);
    }));
  it('grows by columns and rows, and changes bounds, between runs', () =>
    within(knapsack(), (session) => {
      session.addColumns([{ cost: -1, upper: 3 }]);
      assert.equal(optimum(session).objective, -10.75);
      session.addRows([atMost(1, [[1, 2]])]);
      assert.equal(optimum(session).objective, -8.75);
      session.setBounds(Int32Array.of(0, 1), Float64Array.of(0, 0), Float64Array.of(0, 1));
      assert.equal(optimum(session).objective, -3);
    }));
  it('relaxes again after a search', () =>
    within(knapsack(), (session) => {
      session.search(LIMITS, { columns: Int32Array.of(0), values: Float64Array.of(0) }, UNWATCHED);
      assert.equal(optimum(session).objective, -7.75);
    }));
  it('tells infeasible from out of time', async () => {
    const impossible = knapsack();
    impossible.row(atLeast(9, [[1, 0]]));
    await within(impossible, (session) => {
      assert.equal(session.relax(LIMITS).outcome, 'infeasible');
      assert.equal(session.search(LIMITS, undefined, UNWATCHED).outcome, 'infeasible');
    });
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
