/** Value of a linear expression at a point. */
import type { Term } from './model.ts';

/** `primal`: shape [columns]. */
export function activity(terms: readonly Term[], primal: Float64Array): number {
  let sum = 0;
  for (const [coefficient, column] of terms) sum += coefficient * (primal[column] ?? 0);
  return sum;
}
