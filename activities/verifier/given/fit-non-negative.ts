/** Non-negative least squares by normal equations (Lawson and Hanson, Solving Least Squares Problems, chapter 23). */
import { factorize } from '../network/dense-lu.ts';
import { at } from '../schedule/series.ts';

/** A gradient below this share of the largest counts as zero. */
const SHARE = 1e-12;
/** Iterations allowed per column; the method is finite, and needs about one. */
const STEPS = 3;

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, i) => sum + value * at(b, i), 0);

/** The x >= 0 for which sum_k x[k] columns[k] is nearest to `target`. */
export function fitNonNegative(columns: readonly (readonly number[])[], target: readonly number[]): number[] {
  const gram = columns.map((row) => columns.map((column) => dot(row, column)));
  const aims = columns.map((column) => dot(column, target));
  const least = SHARE * Math.max(0, ...aims.map(Math.abs));
  let x = columns.map(() => 0);
  let free: number[] = [];
  const barred = new Set<number>();
  for (let step = 0; step < STEPS * columns.length; step++) {
    const gradient = aims.map((aim, k) => aim - dot(gram[k] ?? [], x));
    const steepest = [...gradient.keys()]
      .filter((k) => !free.includes(k) && !barred.has(k))
      .reduce((best, k) => (at(gradient, k) > (gradient[best] ?? least) ? k : best), -1);
    if (steepest < 0) break;
    free.push(steepest);
    const solved = withoutNegative(gram, aims, free, x);
    if (solved) ({ x, free } = solved);
    else {
      // A linearly dependent column adds nothing.
      free.pop();
      barred.add(steepest);
    }
  }
  return x;
}

/**
 * Fit with the `free` columns, from which columns with a negative coefficient are removed; undefined if the columns are
 * linearly dependent.
 */
function withoutNegative(
  gram: readonly (readonly number[])[],
  aims: readonly number[],
  columns: readonly number[],
  start: readonly number[],
) {
  let [x, free] = [[...start], [...columns]];
  while (free.length > 0) {
    const matrix = Float64Array.from(
      free.flatMap((row) => free.map((column) => at(gram[row] ?? [], column))),
    );
    const fit = factorize(matrix, free.length)?.solve(free.map((k) => at(aims, k)));
    if (!fit) return undefined;
    const negative = free.filter((_, i) => at(fit, i) <= 0);
    const share = Math.min(
      1,
      ...negative.map((k) => at(x, k) / (at(x, k) - at(fit, free.indexOf(k)))).filter(Number.isFinite),
    );
    const next = [...x];
    for (const [i, k] of free.entries()) next[k] = at(x, k) + share * (at(fit, i) - at(x, k));
    if (negative.length === 0) return { x: next, free };
    const emptied = negative.filter((k) => at(next, k) <= 1e-12 * Math.max(1, ...next.map(Math.abs)));
    for (const k of emptied) next[k] = 0;
    [x, free] = [next, free.filter((k) => !emptied.includes(k))];
    if (emptied.length === 0) return { x, free };
  }
  return { x, free };
}
