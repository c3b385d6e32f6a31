/** Distances that a drawing shall have, met one after the other. */
import type { Places } from './layout.ts';
import type { Pivot } from './pivots.ts';

type Neighbors = readonly (readonly number[])[];

/** Two nodes shall be so far apart; `b` stays where it is when `isFixed`. */
interface Wish {
  readonly a: number;
  readonly b: number;
  readonly distance: number;
  readonly isFixed: boolean;
}

/** Neighbours, and neighbours of neighbours, so that these do not lie on each other. */
export function* nearWishes(neighbors: Neighbors): Generator<Wish> {
  for (const [a, own] of neighbors.entries()) {
    for (const b of own) {
      if (b > a) yield { a, b, distance: 1, isFixed: false };
      for (const c of neighbors[b] ?? [])
        if (c > a && !own.includes(c)) yield { a, b: c, distance: 2, isFixed: false };
    }
  }
}

export function* farWishes(pivots: readonly Pivot[], count: number): Generator<Wish> {
  const isAll = pivots.length === count;
  for (const { node, distances } of pivots)
    for (const [a, distance] of distances.entries())
      if (isAll ? a > node : a !== node) yield { a, b: node, distance, isFixed: !isAll };
}

const ROUNDS = 20;

/** Meets the wishes in an order that mixes them, from round to round with less force; near ones have more. */
export function lowerStress(places: Places, wishes: readonly Wish[]): void {
  const order = shuffled(wishes);
  const farthest = wishes.reduce((most, { distance }) => Math.max(most, distance), 1);
  const first = farthest * farthest;
  for (let round = 0; round < ROUNDS; round += 1) {
    const force = first * (0.1 / first) ** (round / (ROUNDS - 1));
    for (const wish of order) meet(places, wish, force);
  }
}

function meet({ x, y }: Places, { a, b, distance, isFixed }: Wish, force: number): void {
  const dx = (x[a] ?? 0) - (x[b] ?? 0) || 1e-3;
  const dy = (y[a] ?? 0) - (y[b] ?? 0) || 1e-3;
  const size = Math.hypot(dx, dy);
  const step = Math.min(1, force / (distance * distance)) * ((distance - size) / size) * 0.5;
  x[a] = (x[a] ?? 0) + step * dx;
  y[a] = (y[a] ?? 0) + step * dy;
  if (isFixed) return;
  x[b] = (x[b] ?? 0) - step * dx;
  y[b] = (y[b] ?? 0) - step * dy;
}

/** Always in the same way. */
function shuffled<T>(items: readonly T[]): T[] {
  let state = 1;
  return items
    .map((item) => {
      state = (state * 48271) % 2147483647;
      return { item, at: state };
    })
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
