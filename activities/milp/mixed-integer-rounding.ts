/**
 * Complemented mixed-integer rounding (Marchand, Wolsey, Aggregation and mixed integer rounding to solve MIPs,
 * Operations Research 49, 2001) of one row over integer columns, with a nonnegative slack s,
 *
 *   sum_j a_j x_j + s >= b,   l <= x <= u integer,   s >= 0
 *
 * The row is written in y_j = x_j - l_j or u_j - x_j and divided by d > 0. With A_j its coefficients, B its right side
 * and f = frac(B), the cut is
 *
 *   sum_j (floor(A_j) + min(frac(A_j) / f, 1)) y_j + s / (d f) >= ceil(B)
 */
import type { Row, Term } from './model.ts';

/**
 * A row `sum of integer terms + s >= least` with s = slack - leastSlack, and the point to be cut off. Arrays have shape
 * [integers].
 */
export interface RoundingBase {
  readonly columns: Int32Array;
  readonly coefficients: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly values: Float64Array;
  /** Terms whose sum is at least `leastSlack` in every solution. */
  readonly slack: readonly Term[];
  readonly leastSlack: number;
  /** Value of s at the point. */
  readonly slackValue: number;
  readonly least: number;
}

/**
 * Least fractional part of the right side; the next constant is the largest. Fractional parts outside this range give
 * weak or unsafe cuts.
 */
const LEAST_FRACTION = 0.02;
const MOST_FRACTION = 0.999;
const NEGLIGIBLE = 1e-12;
/** Amount by which the right side is relaxed against rounding errors. */
const SAFETY = 1e-7;

/** A base row in the variables y: coefficients, values of y at the point (`distances`), and right side (`least`). */
interface Complemented {
  /** 1 where y_j = u_j - x_j. */
  readonly flipped: Uint8Array;
  readonly coefficients: Float64Array;
  readonly distances: Float64Array;
  readonly least: number;
  /** Columns for which y is not 0 at the point; they are few if the point is a vertex. */
  readonly away: Int32Array;
}

/** Distances below this count as 0. */
const NEAR = 1e-9;

function complement(base: RoundingBase, flipped: Uint8Array): Complemented {
  const { lower, upper, values } = base;
  const isFlipped = (j: number): boolean => flipped[j] === 1;
  const least = base.coefficients.reduce(
    (right, a, j) => right - a * ((isFlipped(j) ? upper[j] : lower[j]) ?? 0),
    base.least,
  );
  const distances = values.map((x, j) => (isFlipped(j) ? (upper[j] ?? 0) - x : x - (lower[j] ?? 0)));
  return {
    flipped,
    least,
    distances,
    away: Int32Array.from(distances.keys()).filter((j) => (distances[j] ?? 0) > NEAR),
    coefficients: base.coefficients.map((a, j) => (isFlipped(j) ? -a : a)),
  };
}

/** Distance between the point and the cut, in units of the integer columns; 0 if it is at most `leastViolation`. */
function violationOf(
  { slackValue }: RoundingBase,
  { coefficients, distances, least, away }: Complemented,
  divisor: number,
  leastViolation: number,
): number {
  const right = least / divisor;
  const fraction = right - Math.floor(right);
  if (fraction < LEAST_FRACTION || fraction > MOST_FRACTION) return 0;
  let missing = Math.ceil(right) - slackValue / (divisor * fraction);
  let square = 0;
  for (let k = 0; k < away.length; k++) {
    const j = away[k] ?? 0;
    const coefficient = round((coefficients[j] ?? 0) / divisor, fraction);
    missing -= coefficient * (distances[j] ?? 0);
    if (missing <= NEAR) return 0;
    square += coefficient * coefficient;
  }
  // Columns at their bounds can only reduce the distance. They are many, so they are added only for cuts that pass this
  // test.
  if (missing <= leastViolation * Math.sqrt(square)) return 0;
  square = 0;
  for (let j = 0; j < coefficients.length; j++)
    square += round((coefficients[j] ?? 0) / divisor, fraction) ** 2;
  const violation = missing / Math.sqrt(square || 1);
  return violation > leastViolation ? violation : 0;
}

/** Rounding cut of a complemented base row divided by `divisor`, in the variables x. */
function roundingCut(base: RoundingBase, complemented: Complemented, divisor: number): Row {
  const right = complemented.least / divisor;
  const fraction = right - Math.floor(right);
  const rounded = complemented.coefficients.map((a) => round(a / divisor, fraction));
  const slack = base.slack.map(([c, column]): Term => [c / (divisor * fraction), column]);
  const least = Math.ceil(right) + base.leastSlack / (divisor * fraction);
  return toRow(base, complemented.flipped, rounded, least, slack);
}

function toRow(
  { columns, lower, upper }: RoundingBase,
  flipped: Uint8Array,
  rounded: Float64Array,
  right: number,
  slack: readonly Term[],
): Row {
  const terms = [...slack];
  let least = right;
  for (const [j, coefficient] of rounded.entries()) {
    if (Math.abs(coefficient) < NEGLIGIBLE) continue;
    const sign = flipped[j] === 1 ? -1 : 1;
    terms.push([sign * coefficient, columns[j] ?? 0]);
    least += sign * coefficient * ((sign < 0 ? upper[j] : lower[j]) ?? 0);
  }
  return { lower: least - SAFETY, upper: Number.POSITIVE_INFINITY, terms };
}

function round(coefficient: number, fraction: number): number {
  const floor = Math.floor(coefficient + NEGLIGIBLE);
  return floor + Math.min(Math.max(0, coefficient - floor) / fraction, 1);
}

interface Separation {
  readonly divisors: Iterable<number>;
  readonly leastViolation: number;
  readonly most: number;
}

const FRACTIONAL = 1e-6;
const PARTS = [1, 2] as const;

/** A cut before its row is built; only the most violated of many candidates are built. */
interface Candidate {
  readonly form: Complemented;
  readonly divisor: number;
  readonly violation: number;
}

/**
 * The most violated rounding cuts of a base row. Divisors tried: `divisors` and the coefficients of fractional columns,
 * each also halved. For each divisor, columns are complemented in four ways.
 */
export function separateRounding(base: RoundingBase, { divisors, leastViolation, most }: Separation): Row[] {
  const forms = complements(base).map((flipped) => complement(base, flipped));
  const candidates: Candidate[] = [];
  for (const whole of new Set([...divisors, ...fractionalCoefficients(base)])) {
    for (const part of PARTS) {
      const divisor = whole / part;
      for (const form of forms) {
        const violation = violationOf(base, form, divisor, leastViolation);
        if (violation > 0) candidates.push({ form, divisor, violation });
      }
    }
  }
  return distinct(candidates.sort((a, b) => b.violation - a.violation))
    .slice(0, most)
    .map(({ form, divisor }) => roundingCut(base, form, divisor));
}

function fractionalCoefficients({ coefficients, lower, upper, values }: RoundingBase): number[] {
  return [...coefficients].map(Math.abs).filter((size, j) => {
    const value = values[j] ?? 0;
    return size > 1e-9 && value > (lower[j] ?? 0) + FRACTIONAL && value < (upper[j] ?? 0) - FRACTIONAL;
  });
}

/**
 * Four sets of columns to complement: none; the columns nearer to their upper bound; those with negative coefficients;
 * those at their upper bound.
 */
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

/** Removes duplicates. Cuts with equal violations are taken to be the same cut, derived in two ways. */
const distinct = (cuts: readonly Candidate[]): Candidate[] =>
  cuts.filter(({ violation }, k) => k === 0 || (cuts[k - 1]?.violation ?? 0) - violation > 1e-9);
