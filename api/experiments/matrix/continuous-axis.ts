/** Real values between two ends, equally spaced on a linear or a logarithmic scale. */
import type { Variable } from '../../../temporal/messages/matrix.ts';
import type { Axis } from './axis.ts';

/** Digits kept of a value, so that 0.1 * 3 reads 0.3; a float holds 15 to 17. */
const SIGNIFICANT_DIGITS = 12;
/** Most decimals of Number.prototype.toFixed. */
const MAX_DECIMALS = 100;

export function continuousAxis({ min = 0, max = min, steps = 1, scale }: Variable): Axis {
  const between = scale === 'log' ? geometric(min, max) : linear(min, max);
  // Rounding may step over an end.
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

/** Rounds to the digits of the larger end: near zero, digits of the value itself would be cancellation. */
function linear(min: number, max: number): Between {
  const largest = Math.max(Math.abs(min), Math.abs(max));
  const decimals = SIGNIFICANT_DIGITS - Math.ceil(Math.log10(largest));
  return (share) => {
    // Not min + share * (max - min): the difference of two large ends overflows.
    const value = min * (1 - share) + max * share;
    // Adding 0 turns the -0 of a rounded tiny negative into 0.
    return decimals > MAX_DECIMALS ? value : Number(value.toFixed(Math.max(0, decimals))) + 0;
  };
}

function geometric(min: number, max: number): Between {
  return (share) =>
    Number(Math.exp(Math.log(min) * (1 - share) + Math.log(max) * share).toPrecision(SIGNIFICANT_DIGITS));
}
