/**
 * Sobol points in Gray code order, x_(k+1) = x_k xor v_c with c the lowest zero bit of k (Antonov, Saleev,
 * USSR Comput. Math. Math. Phys. 19, 1979), each dimension shifted by a seeded word (digital shift).
 *
 * The first point is kept: the shift moves it off the corner, and without it the first 2^m points would
 * not be a net (Owen, "On dropping the first Sobol' point", MCQMC 2020).
 */
import { type Sampler, seededRandom } from './samplers.ts';

const BITS = 32;

export const sobolPoints: Sampler = (samples, dimensions, seed) => {
  const random = seededRandom(seed);
  const columns = Array.from({ length: dimensions }, (_, dimension) =>
    sequence(samples, directions(dimension), Math.floor(random() * 2 ** BITS)),
  );
  return Array.from({ length: samples }, (_, row) => columns.map((column) => column[row] ?? 0));
};

function sequence(samples: number, direction: readonly number[], shift: number): number[] {
  let word = shift;
  return Array.from({ length: samples }, (_, index) => {
    const share = (word >>> 0) / 2 ** BITS;
    word ^= direction[lowestZeroBit(index)] ?? 0;
    return share;
  });
}

function lowestZeroBit(index: number): number {
  return BITS - 1 - Math.clz32(~index & (index + 1));
}

/**
 * v_i = m_i 2^(32-i), continued beyond the initial numbers by
 * v_i = a_1 v_(i-1) xor ... xor a_(s-1) v_(i-s+1) xor v_(i-s) xor (v_(i-s) >> s).
 */
function directions(dimension: number): number[] {
  if (dimension === 0) return Array.from({ length: BITS }, (_, bit) => 1 << (BITS - 1 - bit));
  const table = SOBOL_DIRECTIONS[dimension - 1];
  if (table === undefined) throw new RangeError(`No Sobol direction numbers for dimension ${dimension + 1}`);
  const { polynomial, initial } = table;
  const words = initial.map((number, bit) => number << (BITS - 1 - bit));
  while (words.length < BITS) words.push(nextDirection(words, polynomial, initial.length));
  return words;
}

function nextDirection(words: readonly number[], polynomial: number, degree: number): number {
  const oldest = words.at(-degree) ?? 0;
  let word = oldest ^ (oldest >>> degree);
  for (let lag = 1; lag < degree; lag++) {
    const coefficient = (polynomial >>> (degree - 1 - lag)) & 1;
    if (coefficient === 1) word ^= words.at(-lag) ?? 0;
  }
  return word;
}

/**
 * Direction numbers of the Sobol sequence, dimensions 2 to 20: degree s and inner coefficients a of the
 * primitive polynomial (bits of `polynomial`), and initial numbers m_1..m_s, one per degree.
 *
 * Source: S. Joe, F. Y. Kuo, "Constructing Sobol sequences with better two-dimensional projections", SIAM
 * J. Sci. Comput. 30(5), 2008, table new-joe-kuo-6.21201. The first dimension needs none: all m are 1.
 */
const SOBOL_DIRECTIONS: readonly { polynomial: number; initial: readonly number[] }[] = [
  { polynomial: 0, initial: [1] },
  { polynomial: 1, initial: [1, 3] },
  { polynomial: 1, initial: [1, 3, 1] },
  { polynomial: 2, initial: [1, 1, 1] },
  { polynomial: 1, initial: [1, 1, 3, 3] },
  { polynomial: 4, initial: [1, 3, 5, 13] },
  { polynomial: 2, initial: [1, 1, 5, 5, 17] },
  { polynomial: 4, initial: [1, 1, 5, 5, 5] },
  { polynomial: 7, initial: [1, 1, 7, 11, 19] },
  { polynomial: 11, initial: [1, 1, 5, 1, 1] },
  { polynomial: 13, initial: [1, 1, 1, 3, 11] },
  { polynomial: 14, initial: [1, 3, 5, 5, 31] },
  { polynomial: 1, initial: [1, 3, 3, 9, 7, 49] },
  { polynomial: 13, initial: [1, 1, 1, 15, 21, 21] },
  { polynomial: 16, initial: [1, 3, 1, 13, 27, 49] },
  { polynomial: 19, initial: [1, 1, 1, 15, 7, 5] },
  { polynomial: 22, initial: [1, 3, 1, 15, 13, 25] },
  { polynomial: 25, initial: [1, 1, 5, 5, 19, 61] },
  { polynomial: 1, initial: [1, 3, 7, 11, 23, 15, 103] },
];
