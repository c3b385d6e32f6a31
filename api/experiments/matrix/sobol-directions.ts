/**
 * Direction numbers of the Sobol sequence, dimensions 2 to 20: degree s and inner coefficients a of the
 * primitive polynomial (bits of `polynomial`), and initial numbers m_1..m_s, one per degree.
 *
 * Source: S. Joe, F. Y. Kuo, "Constructing Sobol sequences with better two-dimensional projections", SIAM
 * J. Sci. Comput. 30(5), 2008, table new-joe-kuo-6.21201. The first dimension needs none: all m are 1.
 */
export const SOBOL_DIRECTIONS: readonly { polynomial: number; initial: readonly number[] }[] = [
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
