/** Every hour of a run, from its days and what gave power in them; and which hours are drawn of many (pure). */
import type { Reply } from '../../client/client.ts';
import { FUEL_KINDS, type Kind, kindOfUnit } from '../../client/fuels.ts';
import type { Room } from '../results/room.ts';
import type { Day } from './days.ts';

export type WindowHours = Reply<'getModelBuilderExecutionsByExecutionIdHours'>['windows'][number];

interface Unit {
  readonly kind: WindowHours['supply'][number]['kind'];
  readonly type: string | null;
  readonly fuel: string | null;
  /** Tells the kind where neither type nor fuel is known. */
  readonly unit: string | null;
}

export function kindOfSupply({ kind, type, fuel, unit }: Unit): Kind {
  if (kind === 'storage') return 'storage';
  return kindOfUnit({ name: type ?? (fuel ? '' : (unit ?? '')), fuel: fuel ?? undefined });
}

/** The whole run as the control room draws a result; an hour without a schedule has no load and no price. */
export function roomOfRun(days: readonly Day[], windows: readonly WindowHours[]): Room {
  const last = days.at(-1);
  const hours = last ? last.start_hour + last.hours : 0;
  const filled = (value: number): Float64Array => new Float64Array(hours).fill(value);
  const [load, mean, low, high] = [filled(Number.NaN), filled(Number.NaN), filled(Number.NaN), filled(0)];
  const [charging, unserved, curtailed] = [filled(0), filled(0), filled(0)];
  for (const { start_hour, hourly } of days) {
    load.set(hourly?.load_mw.slice(0, hours - start_hour) ?? [], start_hour);
    mean.set(hourly?.average_lmp_usd_per_mwh.map((price) => price ?? Number.NaN) ?? [], start_hour);
  }
  const layers = new Map<Kind, Float64Array>();
  for (const window of windows) {
    const { start_hour: at, supply, lowest_lmp, highest_lmp } = window;
    if (at + window.unserved_mw.length > hours) continue;
    for (const each of supply) {
      const kind = kindOfSupply(each);
      const values = layers.get(kind) ?? filled(0);
      for (const [hour, mw] of each.mw.entries()) values[at + hour] = (values[at + hour] ?? 0) + mw;
      layers.set(kind, values);
    }
    charging.set(
      window.charging_mw.map((mw) => 0 - mw),
      at,
    );
    unserved.set(window.unserved_mw, at);
    curtailed.set(window.curtailed_mw, at);
    low.set(
      lowest_lmp.map((price) => price ?? Number.NaN),
      at,
    );
    high.set(
      highest_lmp.map((price) => price ?? 0),
      at,
    );
  }
  return {
    hours,
    layers: FUEL_KINDS.flatMap(({ kind, text: name, color }) => {
      const values = layers.get(kind);
      return values?.some((mw) => mw !== 0) ? [{ name, color, values }] : [];
    }),
    load,
    charging,
    unserved,
    curtailed,
    starts: 0,
    first: 0,
    prices: mean.some(Number.isFinite) ? { low, mean, high, lowAt: [], highAt: [] } : undefined,
  };
}

/** Fewer are all drawn. */
export const MOST_HOURS = 2000;
const BUCKETS = 400;

/**
 * The hours that are drawn of `from` to `to`, rising. Of many, those of each bucket in which a series is smallest or
 * largest: no peak and no trough is lost.
 */
export function drawnHours(series: readonly ArrayLike<number>[], from: number, to: number): number[] {
  if (to - from <= MOST_HOURS) return Array.from({ length: to - from }, (_, at) => from + at);
  const drawn = new Set<number>();
  const size = bucketSize(from, to);
  for (let start = from; start < to; start += size)
    for (const values of series)
      for (const hour of extremesOf(values, start, Math.min(start + size, to))) drawn.add(hour);
  return [...drawn].sort((a, b) => a - b);
}

export const bucketSize = (from: number, to: number): number => Math.ceil((to - from) / BUCKETS);

/** First hours of the smallest and of the largest value; the first hour of all where there is no value. */
function extremesOf(values: ArrayLike<number>, from: number, to: number): [least: number, most: number] {
  let [least, most] = [from, from];
  const valueAt = (hour: number): number => values[hour] ?? Number.NaN;
  for (let hour = from + 1; hour < to; hour += 1) {
    const value = valueAt(hour);
    if (value < valueAt(least) || Number.isNaN(valueAt(least))) least = hour;
    if (value > valueAt(most) || Number.isNaN(valueAt(most))) most = hour;
  }
  return [least, most];
}

/** Some hours of a run. */
export function atHours(room: Room, hours: readonly number[]): Room {
  const pick = (values: Float64Array): Float64Array => Float64Array.from(hours, (hour) => values[hour] ?? 0);
  const { layers, prices, load, charging, unserved, curtailed } = room;
  return {
    ...room,
    hours: hours.length,
    layers: layers.map((layer) => ({ ...layer, values: pick(layer.values) })),
    load: pick(load),
    charging: pick(charging),
    unserved: pick(unserved),
    curtailed: pick(curtailed),
    prices: prices && { ...prices, low: pick(prices.low), mean: pick(prices.mean), high: pick(prices.high) },
  };
}

/** Less is rounding, MW. */
const LEAST = 1e-3;

/** In which share of the hours storage takes and gives, and output is curtailed, 0 to 1; undefined before any is read. */
export function hourShares(windows: readonly WindowHours[]) {
  const share = (series: (window: WindowHours) => readonly number[]): number => {
    const values = windows.flatMap(series);
    return values.filter((mw) => mw > LEAST).length / values.length;
  };
  if (windows.length === 0) return undefined;
  return {
    charging: share(({ charging_mw }) => charging_mw),
    discharging: share(({ supply, charging_mw }) => {
      const given = supply.filter(({ kind }) => kind === 'storage');
      return charging_mw.map((_, hour) => given.reduce((sum, { mw }) => sum + (mw[hour] ?? 0), 0));
    }),
    curtailed: share(({ curtailed_mw }) => curtailed_mw),
  };
}
