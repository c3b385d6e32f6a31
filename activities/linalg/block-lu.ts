/**
 * Sparse LU factorisation of an unsymmetric matrix of 2 x 2 blocks with a symmetric pattern, as in a power flow.
 * Pivots are diagonal blocks in the order of `minimumDegree`; the pattern is analysed once for many factorisations.
 * Source: Tinney and Walker, Direct solutions of sparse network equations, Proc. IEEE 55 (1967).
 */
import { minimumDegree } from './minimum-degree.ts';
import { runningSum } from './sparse-symmetric.ts';

/** Least determinant of a pivot, as a share of the product of its row sums; a smaller pivot counts as singular. */
const SMALLEST_PIVOT = 1e-12;
/** Length of a stored block: entries (0,0), (0,1), (1,0), (1,1). */
const BLOCK = 4;

/**
 * Value at an index that exists. `get` and `position` differ only in the array type: loops that share one function are
 * several times as slow.
 */
const get = (values: Float64Array, at: number): number => values[at] ?? 0;
const position = (values: Int32Array, at: number): number => values[at] ?? 0;

/** Positions of blocks off the diagonal. Each pair (row, column) occurs once and also stands for (column, row). */
export interface BlockPattern {
  /** Number of block rows. */
  readonly size: number;
  /** Shape [pairs]. */
  readonly row: Int32Array;
  readonly column: Int32Array;
}

/** Blocks of a matrix, four numbers each. */
export interface Blocks {
  /** Shape [size x 4]. */
  readonly diagonal: Float64Array;
  /** Blocks at (row, column) of each pair of the pattern, shape [pairs x 4]. */
  readonly forward: Float64Array;
  /** Blocks at (column, row), shape [pairs x 4]. */
  readonly backward: Float64Array;
}

export interface BlockLu {
  /** Factorizes a matrix with this pattern; false if a pivot is singular. */
  factorize(blocks: Blocks): boolean;
  /** Replaces x, shape [size x 2], by A^-1 x, with the matrix that was last factorized. */
  solve(x: Float64Array): void;
}

export function analyzeBlocks({ size, row, column }: BlockPattern): BlockLu {
  const order = minimumDegree({ size, row, column, value: new Float64Array(row.length) });
  const place = new Int32Array(size);
  for (const [step, vertex] of order.entries()) place[vertex] = step;
  const { start, index } = filledRows(size, place, row, column);
  const updates = updatePositions(start, index);
  const pivots = new Float64Array(size * BLOCK);
  const upper = new Float64Array(index.length * BLOCK);
  const lower = new Float64Array(index.length * BLOCK);
  const entryOf = entries(place, row, column, start, index);

  function scatter({ diagonal, forward, backward }: Blocks): void {
    upper.fill(0);
    lower.fill(0);
    for (let step = 0; step < size; step++) copyBlock(diagonal, position(order, step), pivots, step);
    for (let pair = 0; pair < row.length; pair++) {
      const isUpper = position(place, position(row, pair)) < position(place, position(column, pair));
      const entry = position(entryOf, pair);
      copyBlock(forward, pair, isUpper ? upper : lower, entry);
      copyBlock(backward, pair, isUpper ? lower : upper, entry);
    }
  }

  return {
    factorize(blocks) {
      scatter(blocks);
      let update = 0;
      for (let step = 0; step < size; step++) {
        if (!invert(pivots, step)) return false;
        const [first, end] = [position(start, step), position(start, step + 1)];
        for (let entry = first; entry < end; entry++) timesBlock(lower, entry, pivots, step);
        for (let i = first; i < end; i++) {
          subtractProduct(pivots, position(index, i), lower, i, upper, i);
          for (let j = i + 1; j < end; j++) {
            const target = position(updates, update++);
            subtractProduct(upper, target, lower, i, upper, j);
            subtractProduct(lower, target, lower, j, upper, i);
          }
        }
      }
      return true;
    },
    solve(x) {
      const y = new Float64Array(x.length);
      for (let step = 0; step < size; step++) copyPair(x, position(order, step), y, step);
      for (let step = 0; step < size; step++) {
        const end = position(start, step + 1);
        for (let e = position(start, step); e < end; e++)
          subtractTimes(y, position(index, e), lower, e, step);
      }
      for (let step = size - 1; step >= 0; step--) {
        const end = position(start, step + 1);
        for (let e = position(start, step); e < end; e++)
          subtractTimes(y, step, upper, e, position(index, e));
        const [a, b] = [get(y, 2 * step), get(y, 2 * step + 1)];
        const pivot = step * BLOCK;
        y[2 * step] = get(pivots, pivot) * a + get(pivots, pivot + 1) * b;
        y[2 * step + 1] = get(pivots, pivot + 2) * a + get(pivots, pivot + 3) * b;
      }
      for (let step = 0; step < size; step++) copyPair(y, step, x, position(order, step));
    },
  };
}

/**
 * Pattern of U after fill-in. Row `step` has the columns from `start[step]` on in `index`: right of the diagonal,
 * ascending.
 */
interface FilledRows {
  readonly start: Int32Array;
  readonly index: Int32Array;
}

function filledRows(size: number, place: Int32Array, row: Int32Array, column: Int32Array): FilledRows {
  const rows = Array.from({ length: size }, () => new Set<number>());
  for (let pair = 0; pair < row.length; pair++) {
    const [a, b] = [position(place, position(row, pair)), position(place, position(column, pair))];
    rows[Math.min(a, b)]?.add(Math.max(a, b));
  }
  const start = new Int32Array(size + 1);
  const sorted = rows.map((filled, step) => {
    const columns = Int32Array.from(filled).sort();
    // The fill-in of a row goes to its parent in the elimination tree: the row of its first column.
    const parent = rows[columns[0] ?? size];
    for (let at = 1; at < columns.length; at++) parent?.add(position(columns, at));
    start[step + 1] = columns.length;
    return columns;
  });
  runningSum(start);
  const index = new Int32Array(position(start, size));
  for (const [step, columns] of sorted.entries()) index.set(columns, position(start, step));
  return { start, index };
}

/** Position in `index` of each pair of the pattern, shape [pairs]. */
function entries(
  place: Int32Array,
  row: Int32Array,
  column: Int32Array,
  start: Int32Array,
  index: Int32Array,
): Int32Array {
  return row.map((i, pair) => {
    const [a, b] = [position(place, i), position(place, position(column, pair))];
    const first = position(start, Math.min(a, b));
    return first + index.subarray(first, start[Math.min(a, b) + 1]).indexOf(Math.max(a, b));
  });
}

/** Positions of the entries of U that elimination steps change, in the order in which `factorize` reaches them. */
function updatePositions(start: Int32Array, index: Int32Array): Int32Array {
  const targets: number[] = [];
  const entryAt = new Int32Array(start.length);
  for (let step = 0; step + 1 < start.length; step++) {
    const end = position(start, step + 1);
    for (let i = position(start, step); i < end; i++) {
      const touched = position(index, i);
      const last = position(start, touched + 1);
      for (let entry = position(start, touched); entry < last; entry++)
        entryAt[position(index, entry)] = entry;
      for (let j = i + 1; j < end; j++) targets.push(position(entryAt, position(index, j)));
    }
  }
  return Int32Array.from(targets);
}

function copyBlock(from: Float64Array, source: number, to: Float64Array, target: number): void {
  for (let at = 0; at < BLOCK; at++) to[target * BLOCK + at] = get(from, source * BLOCK + at);
}

function copyPair(from: Float64Array, source: number, to: Float64Array, target: number): void {
  to[2 * target] = get(from, 2 * source);
  to[2 * target + 1] = get(from, 2 * source + 1);
}

/** Replaces a block by its inverse; false if it is singular or not a number. */
function invert(blocks: Float64Array, block: number): boolean {
  const at = block * BLOCK;
  const [a, b] = [get(blocks, at), get(blocks, at + 1)];
  const [c, d] = [get(blocks, at + 2), get(blocks, at + 3)];
  const determinant = a * d - b * c;
  const scale = (Math.abs(a) + Math.abs(b)) * (Math.abs(c) + Math.abs(d));
  if (!(Math.abs(determinant) > SMALLEST_PIVOT * scale)) return false;
  blocks[at] = d / determinant;
  blocks[at + 1] = -b / determinant;
  blocks[at + 2] = -c / determinant;
  blocks[at + 3] = a / determinant;
  return true;
}

/** Replaces block i of `x` by its product with block j of `y`. */
function timesBlock(x: Float64Array, i: number, y: Float64Array, j: number): void {
  const [p, q] = [i * BLOCK, j * BLOCK];
  const [a, b, c, d] = [get(y, q), get(y, q + 1), get(y, q + 2), get(y, q + 3)];
  for (let at = p; at < p + BLOCK; at += 2) {
    const [left, right] = [get(x, at), get(x, at + 1)];
    x[at] = left * a + right * c;
    x[at + 1] = left * b + right * d;
  }
}

/** Subtracts the product of block i of `x` and block j of `y` from block k of `z`. */
function subtractProduct(
  z: Float64Array,
  k: number,
  x: Float64Array,
  i: number,
  y: Float64Array,
  j: number,
): void {
  const [r, p, q] = [k * BLOCK, i * BLOCK, j * BLOCK];
  const a = get(y, q);
  const b = get(y, q + 1);
  const c = get(y, q + 2);
  const d = get(y, q + 3);
  z[r] = get(z, r) - get(x, p) * a - get(x, p + 1) * c;
  z[r + 1] = get(z, r + 1) - get(x, p) * b - get(x, p + 1) * d;
  z[r + 2] = get(z, r + 2) - get(x, p + 2) * a - get(x, p + 3) * c;
  z[r + 3] = get(z, r + 3) - get(x, p + 2) * b - get(x, p + 3) * d;
}

/** Subtracts the product of block i of `x` and 2-vector j of `y` from 2-vector k of `y`. */
function subtractTimes(y: Float64Array, k: number, x: Float64Array, i: number, j: number): void {
  const p = i * BLOCK;
  const a = get(y, 2 * j);
  const b = get(y, 2 * j + 1);
  y[2 * k] = get(y, 2 * k) - get(x, p) * a - get(x, p + 1) * b;
  y[2 * k + 1] = get(y, 2 * k + 1) - get(x, p + 2) * a - get(x, p + 3) * b;
}
