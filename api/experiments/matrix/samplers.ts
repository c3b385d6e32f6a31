/** Draws points of the unit cube: `samples` rows of `dimensions` shares in [0, 1). */
export type Sampler = (samples: number, dimensions: number, seed: number) => number[][];

/** Independent uniform points. */
export const randomPoints: Sampler = (samples, dimensions, seed) => {
  const random = seededRandom(seed);
  return Array.from({ length: samples }, () => Array.from({ length: dimensions }, random));
};

/**
 * Latin hypercube: x[i][j] = (p_j(i) + u[i][j]) / n with p_j a random permutation of 0..n-1, so that each
 * of n strata of each variable holds one point (McKay, Beckman, Conover, Technometrics 21(2), 1979).
 */
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

/**
 * Reproducible uniform numbers in [0, 1): a Weyl sequence s += 0x9e3779b9 (mod 2^32), each state mixed by
 * the 32-bit finaliser of MurmurHash3 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number
 * Generators", OOPSLA 2014, describes the construction).
 *
 * Stored experiments refer to their scenarios by seed: the numbers must never change.
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    return mix(state) / 2 ** 32;
  };
}

function mix(state: number): number {
  let hash = state;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
