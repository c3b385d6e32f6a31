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
