/** Contract of every solver adapter, on models small enough to solve by hand. */
import assert from 'node:assert/strict';
import { atLeast, atMost, MilpBuilder } from '../../../../activities/milp/model.ts';
import type { OpenSession, SolverSession } from '../../../../activities/solvers/solver.ts';

const LIMITS = { timeLimitS: 5, mipGap: 0 };
const UNWATCHED = { onProgress: () => undefined, onIncumbent: () => undefined };

/**
 * Model: min -3 x - 2 y, 2 x + y <= 4.5, x, y <= 2, x integer. Its optimum is x = 1, y = 2; that of the relaxation is x
 * = 1.25, y = 2.
 */
export function knapsack(): MilpBuilder {
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

const optimum = (session: SolverSession) => {
  const relaxation = session.relax(LIMITS);
  assert.equal(relaxation.outcome, 'optimal');
  return relaxation;
};

export function itKeepsTheContract(open: OpenSession): void {
  async function within<T>(milp: MilpBuilder, use: (session: SolverSession) => T, stop = 0): Promise<T> {
    const session = await open(milp, Int32Array.of(stop));
    try {
      return use(session);
    } finally {
      session.dispose();
    }
  }

  it('relaxes, and prices a row by the saving of one more unit of it', () =>
    within(knapsack(), (session) => {
      const { objective, primal, rowDual } = optimum(session);
      assert.deepEqual([objective, ...primal, ...rowDual], [-7.75, 1.25, 2, -1.5]);
      assert.match(session.version, /^\d+\.\d+/);
    }));
  it('takes more rows at once than a call may have arguments', () =>
    within(knapsack(), (session) => {
      const many = Array.from({ length: 200_000 }, () => atMost(3, [[1, 0]]));
      assert.doesNotThrow(() => session.addRows(many));
    }));
  it('prices rows that hold from below, from both sides or not at all', () => {
    const milp = new MilpBuilder();
    const [a, b, c] = [
      milp.column({ cost: 3 }),
      milp.column({ cost: 5, lower: -Infinity }),
      milp.column({ cost: 7, lower: -4, upper: -4 }),
    ];
    milp.row(atLeast(2.5, [[1, a]]));
    milp.row({ lower: 0.25, upper: 8, terms: [[1, b]] });
    milp.row({ lower: -Infinity, upper: Infinity, terms: [[1, a]] });
    milp.row({
      lower: -4,
      upper: -4,
      terms: [
        [2, c],
        [-1, c],
      ],
    });
    return within(milp, (session) => {
      const { objective, primal, rowDual } = optimum(session);
      assert.deepEqual([...primal], [2.5, 0.25, -4]);
      assert.equal(objective, 7.5 + 1.25 - 28);
      assert.deepEqual(
        [...rowDual].slice(0, 3).map((dual) => dual + 0),
        [3, 5, 0],
      );
    });
  });
  it('searches integers, with the bound that proves them', () =>
    within(knapsack(), (session) => {
      const search = session.search(LIMITS, undefined, UNWATCHED);
      assert.equal(search.outcome, 'optimal');
      assert.deepEqual([search.objective, ...search.primal], [-7, 1, 2]);
      assert.ok(Math.abs(search.bound + 7) < 1e-6 && search.bound <= -7);
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
  it('takes a start, and relaxes again after a search', () =>
    within(knapsack(), (session) => {
      const start = { columns: Int32Array.of(0), values: Float64Array.of(0) };
      assert.equal(session.search(LIMITS, start, UNWATCHED).objective, -7);
      assert.equal(optimum(session).objective, -7.75);
    }));
  it('reports an infeasible model', async () => {
    const impossible = knapsack();
    impossible.row(atLeast(9, [[1, 0]]));
    await within(impossible, (session) => {
      assert.equal(session.relax(LIMITS).outcome, 'infeasible');
      assert.equal(session.search(LIMITS, undefined, UNWATCHED).outcome, 'infeasible');
    });
  });
  it('reports limits that exclude each other', () =>
    within(knapsack(), (session) => {
      session.setBounds(Int32Array.of(0), Float64Array.of(2), Float64Array.of(1));
      assert.equal(session.relax(LIMITS).outcome, 'infeasible');
      assert.equal(session.search(LIMITS, undefined, UNWATCHED).outcome, 'infeasible');
    }));
  it('reports an unbounded relaxation', () => {
    const milp = new MilpBuilder();
    milp.row(atLeast(0, [[1, milp.column({ cost: -1 })]]));
    return within(milp, (session) => assert.equal(session.relax(LIMITS).outcome, 'unbounded'));
  });
}
