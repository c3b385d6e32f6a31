/** Flows as shares of ratings (pure). */
import { type Matrix, matrixOf, rowOf } from './matrix.ts';

interface Rated {
  readonly id: string;
  readonly rating_mw?: number | null | undefined;
}

/** The size of each flow by its rating; lines without a rating are not in it. */
export function loadings({ names, hours, values }: Matrix, lines: readonly Rated[]): Matrix {
  const rows = new Map(names.map((name, row) => [name, row]));
  const rated = lines.flatMap(({ id, rating_mw }) => {
    const row = rows.get(id);
    return row === undefined || !rating_mw ? [] : [{ id, rating_mw, row }];
  });
  const shares = new Float64Array(rated.length * hours);
  for (const [i, { rating_mw, row }] of rated.entries())
    for (let hour = 0; hour < hours; hour += 1)
      shares[i * hours + hour] = Math.abs(values[row * hours + hour] ?? 0) / rating_mw;
  return { names: rated.map(({ id }) => id), hours, values: shares };
}

/** The same rows, that of the largest value first. */
export function fullestFirst(matrix: Matrix): Matrix {
  const rows = matrix.names.map((name, row) => {
    const values = rowOf(matrix, row);
    return { name, values, most: values.reduce((most, value) => Math.max(most, value || 0), 0) };
  });
  rows.sort((a, b) => b.most - a.most);
  return matrixOf(rows.map(({ name, values }) => [name, values]));
}
