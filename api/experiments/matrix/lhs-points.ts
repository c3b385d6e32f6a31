/**
 * Latin hypercube: x[i][j] = (p_j(i) + u[i][j]) / n with p_j a random permutation of 0..n-1, so that each
 * of n strata of each variable holds one point (McKay, Beckman, Conover, Technometrics 21(2), 1979).
 */
import type { Sampler } from './sampler.ts';
import { seededRandom } from './seeded-random.ts';

export const lhsPoints: Sampler = (samples, dimensions, seed) => {
  const random = seededRandom(seed);
  const columns = Array.from({ length: dimensions }, () =>
    permutation(samples, random).map((stratum) => (stratum + random()) / samples),
  );
  return Array.from({ length: samples }, (_, row) => columns.map((column) => column[row] ?? 0));
};

/** Fisher-Yates from the inside out: the next number goes to a random place, its tenant to the end. */
function permutation(length: number, random: () => number): number[] {
  const order: number[] = [];
  for (let next = 0; next < length; next++) {
    const place = Math.floor(random() * (next + 1));
    order.push(order[place] ?? next);
    order[place] = next;
  }
  return order;
}
