/** Reproducible random numbers: the 32-bit linear congruential generator of Numerical Recipes (7.1.6). */
export interface Draw {
  /** A number, uniform in [low, high). */
  real(low: number, high: number): number;
  /** An integer in low..high. */
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

/** A seeded source of numbers (mulberry32), so that a failing case can be repeated. */
export interface Random {
  /** A number, uniform in [0, 1). */
  next(): number;
  between(low: number, high: number): number;
  integer(low: number, high: number): number;
  pick<T>(items: readonly [T, ...T[]]): T;
}

export function random(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const integer = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    integer,
    between: (low, high) => low + next() * (high - low),
    pick: (items) => items[integer(0, items.length - 1)] ?? items[0],
  };
}
