/** Reproducible random numbers: the 32-bit linear congruential generator of Numerical Recipes (7.1.6). */
export interface Draw {
  /** In [low, high). */
  real(low: number, high: number): number;
  /** In low..high. */
  integer(low: number, high: number): number;
  chance(probability: number): boolean;
  hours(horizon: number, value: (hour: number) => number): number[];
}

export function randomDraw(seed: number): Draw {
  let state = (seed * 2654435761) >>> 0;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  for (let warm = 0; warm < 8; warm++) next();
  const real = (low: number, high: number) => low + (high - low) * next();
  return {
    real,
    integer: (low, high) => Math.floor(real(low, high + 1)),
    chance: (probability) => next() < probability,
    hours: (horizon, value) => Array.from({ length: horizon }, (_, hour) => value(hour)),
  };
}
