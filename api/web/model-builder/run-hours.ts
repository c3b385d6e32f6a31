/** Every hour of a run, from its days and what gave power in them; and which hours are drawn of many (pure). */
import type { Reply } from '../../client/client.ts';
import { FUEL_KINDS, type Kind, kindOfUnit } from '../../client/fuels.ts';
import type { Room } from '../results/room.ts';
import type { Day } from './days.ts';

export type WindowHours = Reply<'getModelBuilderExecutionsByExecutionIdHours'>['windows'][number];

interface Supply {
  readonly kind: string;
  /** In its place the name of a unit that has neither. */
  readonly type: string | null;
  readonly fuel: string | null;
}

export const kindOfSupply = ({ kind, type, fuel }: Supply): Kind =>
  kind === 'storage' ? 'storage' : kindOfUnit({ name: type ?? '', fuel: fuel ?? undefined });

/** The whole run as the control room draws a result; an hour without a schedule has no load and no price. */
export function roomOfRun(days: readonly Day[], windows: readonly WindowHours[]): Room {
  const hours = days.reduce((most, day) => Math.max(most, day.start_hour + day.hours), 0);
  const series = (value: number): Float64Array => new Float64Array(hours).fill(value);
  const put = (to: Float64Array, at: number, values: readonly (number | null)[], sign = 1): void =>
    values.forEach((value, hour) => {
      if (value !== null && at + hour < hours) to[at + hour] = 0 + sign * value;
    });
  const [load, mean, low] = [series(Number.NaN), series(Number.NaN), series(Number.NaN)];
  const [high, charging, unserved, curtailed] = [series(0), series(0), series(0), series(0)];
  for (const { start_hour: at, hourly } of days) {
    put(load, at, hourly?.load_mw ?? []);
    put(mean, at, hourly?.average_lmp_usd_per_mwh ?? []);
  }
  const kinds = new Map<Kind, Float64Array>();
  for (const { start_hour: at, supply, ...window } of windows) {
    for (const { mw, ...source } of supply) {
      const kind = kindOfSupply(source);
      const values = kinds.get(kind) ?? series(0);
      const sums = mw.map((given, hour) => (values[at + hour] ?? 0) + given);
      put(values, at, sums);
      kinds.set(kind, values);
    }
    put(low, at, window.lowest_lmp);
    put(high, at, window.highest_lmp);
    put(charging, at, window.charging_mw, -1);
    put(unserved, at, window.unserved_mw);
    put(curtailed, at, window.curtailed_mw);
  }
  const layers = FUEL_KINDS.flatMap(({ kind, text: name, color }) => {
    const values = kinds.get(kind);
    return values?.some((mw) => mw !== 0) ? [{ name, color, values }] : [];
  });
  const prices = mean.some(Number.isFinite) ? { low, mean, high, lowAt: [], highAt: [] } : undefined;
  return { hours, layers, load, charging, unserved, curtailed, starts: 0, first: 0, prices };
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
  const { layers, prices: all, load, charging, unserved, curtailed } = room;
  return {
    ...room,
    hours: hours.length,
    layers: layers.map((layer) => ({ ...layer, values: pick(layer.values) })),
    load: pick(load),
    charging: pick(charging),
    unserved: pick(unserved),
    curtailed: pick(curtailed),
    prices: all && { ...all, low: pick(all.low), mean: pick(all.mean), high: pick(all.high) },
  };
}

/** Less is rounding, MW. */
const LEAST = 1e-3;

/** In which share of the hours there is some of it, 0 to 1. */
export const shareOfHours = (values: Float64Array | undefined): number =>
  values ? values.filter((mw) => Math.abs(mw) > LEAST).length / values.length : 0;
