/**
 * Values of the single units in a solution for merged units. All units of a group get equal output, except units that
 * start or stop, which may be limited to less. No other split costs less, since equal units have the same convex cost
 * function. Upward reserve is shared within the headroom above the output, downward reserve within the output above the
 * minimum.
 */
import { amountAt, largestOf } from '../../../temporal/case/arithmetic/series.ts';
import type { Instance, Unit } from '../instance.ts';
import type { Variables } from '../variables.ts';
import type { Aggregation } from './aggregate-units.ts';

/**
 * `on`: commitment of the single units, shape [units][T]. Returns the values of the columns of `to`, which belong to
 * the model of the original instance.
 */
export function splitValues(
  { instance: merged, members }: Aggregation,
  on: readonly (readonly number[])[],
  primal: Float64Array,
  from: Variables,
  to: Variables,
): Map<number, number> {
  const values = new Map<number, number>();
  const value = (column: number): number => primal[column] ?? 0;
  for (let t = 0; t < merged.periods; t++) {
    for (const [k, group] of members.entries()) {
      const unit = merged.units[k];
      if (!unit) continue;
      const running = group.filter((g) => on[g]?.[t] === 1);
      let rooms = running.map((g) => roomOf(unit, on[g] ?? [], t));
      const share = (column: (g: number) => number, total: number): number[] => {
        const parts = shareOut(total, rooms);
        rooms = rooms.map((room, i) => room - (parts[i] ?? 0));
        for (const [i, g] of running.entries()) values.set(column(g), parts[i] ?? 0);
        return parts;
      };
      const shareReserve = (isDownward: boolean): void => {
        for (const [q, { isDown }] of merged.products.entries())
          if (isDown === isDownward && largestOf(unit.reserveMost[q]) > 0)
            share((g) => to.reserve(q, g, t), value(from.reserve(q, k, t)));
      };
      for (const g of group) values.set(to.on(g, t), on[g]?.[t] ?? 0);
      const above = share((g) => to.above(g, t), value(from.above(k, t)));
      shareReserve(false);
      rooms = above;
      shareReserve(true);
    }
    for (const [a, b] of [
      ...otherColumns(merged, from, to, t),
      ...offlineColumns(merged, members, from, to, t),
    ])
      values.set(b, value(a));
  }
  return values;
}

/** Largest output of a unit above its minimum in an hour, MW; Infinity for a unit that is not merged. */
function roomOf(unit: Unit, on: readonly number[], t: number): number {
  if (unit.count === 1) return Number.POSITIVE_INFINITY;
  const starts = t > 0 ? on[t - 1] !== 1 : !unit.onBefore;
  const stops = t + 1 < on.length && on[t + 1] !== 1;
  const most = Math.min(
    starts ? amountAt(unit.startupRamp, t) : Infinity,
    stops ? amountAt(unit.shutdownRamp, t) : Infinity,
  );
  return Math.min(amountAt(unit.pMax, t), most) - amountAt(unit.pMin, t);
}

/**
 * Splits a total into equal parts, none above its limit in `rooms`. A total above the sum of the limits is a rounding
 * error.
 */
function shareOut(total: number, rooms: readonly number[]): number[] {
  const parts: number[] = [];
  const ascending = [...rooms.keys()].sort((a, b) => (rooms[a] ?? 0) - (rooms[b] ?? 0) || a - b);
  let remaining = total;
  for (const [k, i] of ascending.entries()) {
    const part = Math.min(rooms[i] ?? 0, remaining / (rooms.length - k));
    parts[i] = part;
    remaining -= part;
  }
  return parts;
}

/** Pairs of columns of the reserve of units that are off, which are not merged. */
const offlineColumns = (
  { products }: Instance,
  members: Aggregation['members'],
  from: Variables,
  to: Variables,
  t: number,
): (readonly [from: number, to: number])[] =>
  [...products.keys()]
    .flatMap((q) => members.map(([g = -1], k) => [from.offReserve(q, k, t), to.offReserve(q, g, t)] as const))
    .filter(([column]) => column >= 0);

/** Pairs of corresponding columns in the two models, for all columns that belong to no unit. */
function otherColumns(
  { renewables, bids, demandResponse, storage, dcLines, sheddable, products, shortfalls, network }: Instance,
  from: Variables,
  to: Variables,
  t: number,
): (readonly [from: number, to: number])[] {
  const families = [
    { items: renewables.length, name: 'renewable' },
    { items: storage.length, name: 'charge' },
    { items: storage.length, name: 'discharge' },
    { items: storage.length, name: 'energy' },
    { items: storage.length, name: 'charging' },
    { items: dcLines.length, name: 'dc' },
    { items: dcLines.length, name: 'dcBack' },
    { items: dcLines.length, name: 'dcReversed' },
    { items: network.shifters.length, name: 'shift' },
    { items: network.shifters.length, name: 'shiftBack' },
    { items: sheddable.length, name: 'unserved' },
    { items: shortfalls.length, name: 'shortfall' },
    { items: network.islands, name: 'losses' },
  ] as const;
  const reserves = products.flatMap((product, q) => [
    ...product.storage.map((s) => [from.storageReserve(q, s, t), to.storageReserve(q, s, t)] as const),
    ...product.renewables.map((i) => [from.renewableReserve(q, i, t), to.renewableReserve(q, i, t)] as const),
  ]);
  const others = families.flatMap(({ items, name }) =>
    Array.from({ length: items }, (_, i) => [from[name](i, t), to[name](i, t)] as const),
  );
  const optional = [...storage.keys()].flatMap((s) => [
    [from.spill(s, t), to.spill(s, t)] as const,
    [from.discharging(s, t), to.discharging(s, t)] as const,
  ]);
  const accepted = [...bids.keys()].map((b) => [from.accepted(b, t), to.accepted(b, t)] as const);
  const reduced = [...demandResponse.keys()].flatMap((k) => [
    [from.owed(k, t), to.owed(k, t)] as const,
    [from.reducing(k, t), to.reducing(k, t)] as const,
  ]);
  return [...others, ...optional, ...accepted, ...reduced, ...reserves].filter(([column]) => column >= 0);
}
