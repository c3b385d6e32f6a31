/**
 * The most violated rounding cuts of a base row: the coefficients of fractional columns and other given numbers
 * as divisors, whole and halved, each with four ways to complement the columns.
 */
import {
  type Complemented,
  complement,
  type RoundingBase,
  roundingCut,
  violationOf,
} from './mixed-integer-rounding.ts';
import type { Row } from './model.ts';

interface Separation {
  readonly divisors: Iterable<number>;
  readonly leastViolation: number;
  readonly most: number;
}

const FRACTIONAL = 1e-6;
const PARTS = [1, 2] as const;

/** A cut that is not made yet: of the many that are tried few are the most violated. */
interface Candidate {
  readonly form: Complemented;
  readonly divisor: number;
  readonly violation: number;
}

export function separateRounding(base: RoundingBase, { divisors, leastViolation, most }: Separation): Row[] {
  const forms = complements(base).map((flipped) => complement(base, flipped));
  const found: Candidate[] = [];
  for (const whole of new Set([...divisors, ...fractionalCoefficients(base)])) {
    for (const part of PARTS) {
      const divisor = whole / part;
      for (const form of forms) {
        const violation = violationOf(base, form, divisor, leastViolation);
        if (violation > 0) found.push({ form, divisor, violation });
      }
    }
  }
  return distinct(found.sort((a, b) => b.violation - a.violation))
    .slice(0, most)
    .map(({ form, divisor }) => roundingCut(base, form, divisor));
}

function fractionalCoefficients({ coefficients, lower, upper, values }: RoundingBase): number[] {
  return [...coefficients].map(Math.abs).filter((size, j) => {
    const value = values[j] ?? 0;
    return size > 1e-9 && value > (lower[j] ?? 0) + FRACTIONAL && value < (upper[j] ?? 0) - FRACTIONAL;
  });
}

/** None; those nearer to their upper bound; those with negative coefficients; those at their upper bound. */
function complements({ coefficients, lower, upper, values }: RoundingBase): Uint8Array[] {
  const room = values.map((value, j) => (upper[j] ?? 0) - value);
  const rules: ((j: number) => boolean)[] = [
    () => false,
    (j) => (values[j] ?? 0) - (lower[j] ?? 0) > (room[j] ?? 0),
    (j) => (coefficients[j] ?? 0) < 0,
    (j) => (room[j] ?? 0) <= 1e-9,
  ];
  return rules.map((rule) => Uint8Array.from(coefficients, (_, j) => Number(rule(j))));
}

/** Cuts of the same violation are the same cut, found in two ways. */
const distinct = (cuts: readonly Candidate[]): Candidate[] =>
  cuts.filter(({ violation }, k) => k === 0 || (cuts[k - 1]?.violation ?? 0) - violation > 1e-9);
