/** Small networks given line by line, and random meshed networks; equal seeds give equal networks on every machine. */
import type { Line } from '../../../../temporal/case/schema.ts';

/** Lines given by their ends and reactances, pu; their position is their name. */
export const linesOf = (...ends: readonly (readonly [from: number, to: number, x: number])[]): Line[] =>
  ends.map(([from_bus, to_bus, x_pu], at) => ({ id: `${at}`, from_bus, to_bus, x_pu }));

/** Returns numbers in [0, 1): x' = (1664525 x + 1013904223) mod 2^32 (Numerical Recipes). */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Lines that form a tree over each island, and `extra` more lines per bus. Some are parallel, and some have a negative
 * reactance.
 */
export function randomLines(seed: number, buses: number, islands = 1, extra = 0.6): Line[] {
  const next = random(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  const lines: Line[] = [];
  const add = (from: number, to: number, negative: boolean) => {
    const x = 0.01 + 0.2 * next();
    const rating = next() < 0.7 ? 20 + 60 * next() : null;
    const ends = next() < 0.5 ? { from_bus: from, to_bus: to } : { from_bus: to, to_bus: from };
    lines.push({ id: `L${lines.length}`, ...ends, x_pu: negative ? -5 * x : x, rating_mw: rating });
  };
  // Bus n belongs to island n mod islands.
  for (let bus = islands; bus < buses; bus++) {
    const earlier = Math.floor(bus / islands);
    add(bus, (bus % islands) + islands * below(earlier), false);
  }
  for (let line = 0; line < extra * buses; line++) {
    const bus = islands + below(buses - islands);
    const other = (bus % islands) + islands * below(Math.floor(bus / islands));
    add(bus, other, next() < 0.1);
    if (next() < 0.1) add(bus, other, false);
  }
  return lines;
}

/** Injections, MW, shape [buses], that sum to zero in each island. */
export function randomInjection(next: () => number, island: Int32Array): Float64Array {
  const injection = Float64Array.from(island, () => 40 * (next() - 0.5));
  // The injection at the first bus of each island balances all others.
  for (const at of new Set(island)) {
    const first = island.indexOf(at);
    let others = 0;
    for (const [bus, mw] of injection.entries()) if (island[bus] === at && bus !== first) others += mw;
    injection[first] = -others;
  }
  return injection;
}
