/** Points of a sampled matrix, and the axis of each variable: its levels, and its values at fractions of its range. */
import type { Variable, VariableType } from '../../../temporal/case/messages/matrix.ts';

export type Sampler = (samples: number, dimensions: number, seed: number) => number[][];

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

/**
 * Fisher-Yates shuffle, inside out: each new number takes a random position, and the number that was there moves to the
 * end.
 */
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

/** Values of one variable, enumerated by level or drawn at a fraction of its range. */
interface Axis {
  /** Number of levels; may exceed the largest array. */
  readonly count: number;
  /** The level at an index in [0, count). */
  level(index: number): number | string;
  /** The value at a fraction in [0, 1) of the range. */
  at(share: number): number | string;
}

const AXES: Readonly<Record<VariableType, (variable: Variable) => Axis>> = {
  continuous: continuousAxis,
  integer: integerAxis,
  discrete: choiceAxis,
  categorical: choiceAxis,
};

export function axisOf(variable: Variable): Axis {
  return AXES[variable.type](variable);
}

function choiceAxis({ name, values = [] }: Variable): Axis {
  const level = (index: number): number | string => {
    const value = values[index];
    if (value === undefined) throw new RangeError(`${name} has no value ${index}`);
    return value;
  };
  return { count: values.length, level, at: (share) => level(Math.floor(share * values.length)) };
}

/** Axis of integers from the minimum in equal steps; the maximum is a level only if a step ends there. */
function integerAxis({ min = 0, max = min, step = 1 }: Variable): Axis {
  const count = Math.floor((max - min) / step) + 1;
  const level = (index: number): number => min + index * step;
  return { count, level, at: (share) => level(Math.floor(share * count)) };
}

/**
 * Significant digits to which values are rounded, so that 0.1 * 3 becomes 0.3. A floating-point number holds 15 to 17.
 */
const SIGNIFICANT_DIGITS = 12;
/** Largest argument of Number.prototype.toFixed. */
const MAX_DECIMALS = 100;

function continuousAxis({ min = 0, max = min, steps = 1, scale }: Variable): Axis {
  const between = scale === 'log' ? geometric(min, max) : linear(min, max);
  // Clamps the value, because rounding may move it past an end.
  const at = (share: number): number => Math.min(max, Math.max(min, between(share)));
  return {
    count: steps,
    level: (index) => {
      if (index === 0) return min;
      return index === steps - 1 ? max : at(index / (steps - 1));
    },
    at,
  };
}

type Between = (share: number) => number;

/**
 * Interpolates between the two ends, rounded to the decimals that the larger end needs: near zero, rounding to
 * significant digits of the value would keep cancellation errors.
 */
function linear(min: number, max: number): Between {
  const largest = Math.max(Math.abs(min), Math.abs(max));
  const decimals = SIGNIFICANT_DIGITS - Math.ceil(Math.log10(largest));
  return (share) => {
    // The form min + share * (max - min) is avoided: the difference of two large ends overflows.
    const value = min * (1 - share) + max * share;
    // Adding 0 turns the -0 of a rounded tiny negative into 0.
    return decimals > MAX_DECIMALS ? value : Number(value.toFixed(Math.max(0, decimals))) + 0;
  };
}

function geometric(min: number, max: number): Between {
  return (share) =>
    Number(Math.exp(Math.log(min) * (1 - share) + Math.log(max) * share).toPrecision(SIGNIFICANT_DIGITS));
}
