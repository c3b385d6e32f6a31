import assert from 'node:assert/strict';
import { factorize } from '../../../../activities/linalg/ldl.ts';
import { minimumDegree } from '../../../../activities/linalg/minimum-degree.ts';
import { solveDense } from '../../../../activities/linalg/solve-dense.ts';
import type { SparseSymmetric } from '../../../../activities/linalg/sparse-symmetric.ts';
import { random } from '../network/random-network.ts';

const sparse = (size: number, entries: readonly (readonly [number, number, number])[]): SparseSymmetric => ({
  size,
  row: Int32Array.from(entries, ([row]) => row),
  column: Int32Array.from(entries, ([, column]) => column),
  value: Float64Array.from(entries, ([, , value]) => value),
});

const times = ({ row, column, value }: SparseSymmetric, x: Float64Array): Float64Array => {
  const product = new Float64Array(x.length);
  for (const [entry, i] of row.entries()) {
    const j = column[entry] ?? 0;
    const a = value[entry] ?? 0;
    product[i] = (product[i] ?? 0) + a * (x[j] ?? 0);
    if (i !== j) product[j] = (product[j] ?? 0) + a * (x[i] ?? 0);
  }
  return product;
};

/** A random matrix with diagonal entries of both signs. It is diagonally dominant, so it needs no pivoting. */
const indefinite = (seed: number, size: number): SparseSymmetric => {
  const next = random(seed);
  const entries: [number, number, number][] = [];
  for (let row = 0; row < size; row++) {
    entries.push([row, row, (next() < 0.3 ? -1 : 1) * (20 + 5 * next())]);
    for (let count = 0; count < 3; count++) {
      const column = Math.floor(next() * size);
      if (column !== row) entries.push([row, column, next() - 0.5]);
    }
  }
  return sparse(size, entries);
};

describe('factorize', () => {
  it('solves a system by hand, whichever triangle an entry is in', () => {
    const { solve } = factorize(
      sparse(2, [
        [0, 0, 4],
        [1, 0, 1],
        [0, 1, 1],
        [1, 1, 3],
      ]),
    );
    assert.deepEqual([...solve(Float64Array.of(8, 7))], [1.25, 1.5]);
  });

  for (const size of [1, 5, 40, 200]) {
    it(`solves a random indefinite system of ${size} rows with repeated entries`, () => {
      const matrix = indefinite(size, size);
      const next = random(size + 1);
      const rhs = Float64Array.from({ length: size }, () => next() - 0.5);
      const residual = times(matrix, factorize(matrix).solve(rhs)).map(
        (value, row) => value - (rhs[row] ?? 0),
      );
      assert.ok(residual.every((value) => Math.abs(value) < 1e-12));
    });
  }

  it('has no fill-in on a tree, for any order of its vertices', () => {
    const next = random(3);
    const entries: [number, number, number][] = [[0, 0, 3]];
    for (let vertex = 1; vertex < 100; vertex++) {
      entries.push([vertex, vertex, 9], [vertex, Math.floor(next() * vertex), -1]);
    }
    assert.equal(factorize(sparse(100, entries)).nonzeros, 99);
  });

  it('leaves the right-hand side as it was', () => {
    const rhs = Float64Array.of(2);
    factorize(sparse(1, [[0, 0, 4]])).solve(rhs);
    assert.deepEqual([...rhs], [2]);
  });

  for (const [title, entries] of [
    ['an empty row', [[0, 0, 1]]],
    [
      'rows that depend on one another',
      [
        [0, 0, 1],
        [0, 1, 2],
        [1, 1, 4],
      ],
    ],
    [
      'a pivot lost in rounding',
      [
        [0, 0, 1e6],
        [0, 1, -1e6],
        [1, 1, 1e6 + 1e-6],
      ],
    ],
  ] as const) {
    it(`calls a matrix with ${title} singular`, () => {
      assert.throws(() => factorize(sparse(2, entries)), new RangeError('singular'));
    });
  }

  it('refuses entries outside the matrix, without a value, and right-hand sides of another size', () => {
    assert.throws(() => factorize(sparse(1, [[0, 1, 1]])), /out of range/);
    assert.throws(() => factorize(sparse(1, [[0, 0, Number.NaN]])), /not finite/);
    assert.throws(() => factorize(sparse(1, [[0, 0, 1]])).solve(new Float64Array(2)), /expected 1/);
  });
});

describe('minimumDegree', () => {
  it('eliminates every row once', () => {
    assert.deepEqual(
      [...minimumDegree(indefinite(5, 60))].sort((a, b) => a - b),
      [...Array(60).keys()],
    );
  });

  it('leaves the hub of a star until one other row is left', () => {
    const order = minimumDegree(
      sparse(
        6,
        [1, 2, 3, 4, 5].map((leaf) => [0, leaf, 1] as const),
      ),
    );
    assert.ok(order.indexOf(0) >= 4);
  });
});

describe('solveDense', () => {
  it('swaps rows when the first pivot is zero', () => {
    const solution = solveDense(
      [Float64Array.of(0, 2), Float64Array.of(4, 0)],
      [Float64Array.of(6), Float64Array.of(8)],
      1e-9,
    );
    assert.deepEqual(
      solution?.map((row) => [...row]),
      [[2], [3]],
    );
  });

  it('gives no solution of a singular system', () => {
    const rows = [Float64Array.of(1, 2), Float64Array.of(2, 4)];
    assert.equal(solveDense(rows, [Float64Array.of(1), Float64Array.of(1)], 1e-9), undefined);
  });
});
