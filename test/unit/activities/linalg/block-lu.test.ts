import assert from 'node:assert/strict';
import { analyzeBlocks, type Blocks } from '../../../../activities/linalg/block-lu.ts';
import { random } from '../network/random-network.ts';

/** A ring with chords, in either order of its pairs. */
function pattern(size: number) {
  const pairs = new Map<string, [number, number]>();
  for (let i = 0; i < size; i++)
    for (const j of [(i + 1) % size, (7 * i + 3) % size])
      if (i !== j) pairs.set([i, j].sort().join(), i % 2 ? [i, j] : [j, i]);
  const list = [...pairs.values()];
  return {
    size,
    row: Int32Array.from(list, ([i]) => i),
    column: Int32Array.from(list, ([, j]) => j),
  };
}

/** Random blocks without symmetry; those of the diagonal dominate. */
function blocksOf(size: number, pairs: number, seed: number): Blocks {
  const next = random(seed);
  const values = (length: number) => Float64Array.from({ length }, () => next() - 0.5);
  const diagonal = values(4 * size).map((value, at) => value + (at % 4 === 0 || at % 4 === 3 ? 9 : 0));
  return { diagonal, forward: values(4 * pairs), backward: values(4 * pairs) };
}

describe('analyzeBlocks', () => {
  for (const size of [1, 2, 30, 200]) {
    it(`solves two unsymmetric systems of ${size} block rows with one analysis`, () => {
      const { row, column } = pattern(size);
      const lu = analyzeBlocks({ size, row, column });
      for (const seed of [1, 2]) {
        const blocks = blocksOf(size, row.length, seed);
        assert.ok(lu.factorize(blocks));
        const next = random(seed + 10);
        const x = Float64Array.from({ length: 2 * size }, () => next());
        const product = new Float64Array(2 * size);
        const multiply = (values: Float64Array, block: number, i: number, j: number): void => {
          for (const at of [0, 1, 2, 3]) {
            const [to, from] = [2 * i + (at >> 1), 2 * j + (at & 1)];
            product[to] = (product[to] ?? 0) + (values[4 * block + at] ?? 0) * (x[from] ?? 0);
          }
        };
        for (let i = 0; i < size; i++) multiply(blocks.diagonal, i, i, i);
        for (const [pair, i] of row.entries()) {
          multiply(blocks.forward, pair, i, column[pair] ?? 0);
          multiply(blocks.backward, pair, column[pair] ?? 0, i);
        }
        lu.solve(product);
        assert.ok(product.every((value, at) => Math.abs(value - (x[at] ?? 0)) < 1e-12));
      }
    });
  }

  it('calls a matrix with a singular pivot singular, and one that is not a number', () => {
    const lu = analyzeBlocks({ size: 1, row: new Int32Array(), column: new Int32Array() });
    const none = new Float64Array();
    const of = (...diagonal: number[]) => ({
      diagonal: Float64Array.from(diagonal),
      forward: none,
      backward: none,
    });
    assert.equal(lu.factorize(of(1, 2, 2, 4)), false);
    assert.equal(lu.factorize(of(Number.NaN, 0, 0, 1)), false);
    assert.equal(lu.factorize(of(1e-9, 0, 0, 1)), true);
  });
});
