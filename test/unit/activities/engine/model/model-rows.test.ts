/** Rows that a session receives later, and in another order than the model. */
import assert from 'node:assert/strict';
import { createModelRows } from '../../../../../activities/engine/model/model-rows.ts';
import { atLeast, type Milp, MilpBuilder } from '../../../../../activities/milp/model.ts';
import { openHighs } from '../../../../../activities/solvers/highs/open-highs.ts';

const withoutRows = ({ columns, rows }: Milp, absent: readonly number[]): Milp => {
  const removed = new Set(absent);
  return { columns, rows: rows.filter((_, position) => !removed.has(position)) };
};

/** A model min x + 2 y with rows x >= 1, y >= 3, x >= 2, opened without the rows at the positions `absent`. */
async function opened(absent: readonly number[]) {
  const milp = new MilpBuilder();
  const [x, y] = [milp.column({ cost: 1 }), milp.column({ cost: 2 })];
  for (const [least, column] of [
    [1, x],
    [3, y],
    [2, x],
  ] as const)
    milp.row(atLeast(least, [[1, column]]));
  const session = await openHighs(withoutRows(milp, absent), new Int32Array(1));
  const rows = createModelRows(milp, absent, session);
  const duals = () => {
    const relaxation = rows.relax({ timeLimitS: 5 });
    assert.ok(relaxation.outcome === 'optimal');
    return [relaxation.objective, ...relaxation.rowDual].map((value) => value + 0);
  };
  return { rows, session, duals };
}

describe('rows of a model', () => {
  it('have their duals at their positions, whenever the session got them', async () => {
    const { rows, session, duals } = await opened([0, 2]);
    assert.deepEqual(duals(), [6, 0, 2, 0]);
    rows.add([atLeast(1.5, [[1, 0]])]);
    assert.deepEqual(duals(), [7.5, 0, 2, 0, 1]);
    rows.present([2]);
    assert.deepEqual(duals(), [8, 0, 2, 1, 0]);
    rows.free([1, 2]);
    assert.deepEqual(duals(), [1.5, 0, 0, 0, 1]);
    assert.deepEqual(
      rows.all().map(({ lower }) => lower),
      [-Infinity, -Infinity, -Infinity, 1.5],
    );
    session.dispose();
  });

  it('tell and take a basis by position', async () => {
    const { rows, session, duals } = await opened([0]);
    duals();
    const basis = rows.basis();
    assert.deepEqual([...(basis?.rows ?? [])], [1, 0, 0]);
    assert.ok(basis);
    assert.equal(rows.startFrom(basis), true);
    assert.deepEqual(duals(), [8, 0, 2, 1]);
    assert.equal(rows.startFrom({ ...basis, rows: Int32Array.of(1, 1, 1) }), false);
    session.dispose();
  });

  it('may be more than a call may have arguments', async () => {
    const milp = new MilpBuilder();
    const x = milp.column({ cost: 1 });
    const positions = Array.from({ length: 200_000 }, (_, k) => milp.row(atLeast(k / 1e5, [[1, x]])));
    const session = await openHighs(withoutRows(milp, positions), new Int32Array(1));
    const rows = createModelRows(milp, positions, session);
    rows.present(positions);
    assert.equal(
      rows.all().every(({ lower }) => lower >= 0),
      true,
    );
    session.dispose();
  });
});
