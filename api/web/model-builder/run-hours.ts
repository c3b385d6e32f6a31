/** Hourly data of a run, taken from its days and windows, and the selection of hours to draw (pure). */
import type { Reply } from '../../client/client.ts';
import { FUEL_KINDS, type Kind, kindOfUnit } from '../../client/fuels.ts';
import { money, price as usd } from '../parts/format.ts';
import type { Room } from '../results/room.ts';
import type { Day } from './days.ts';

export type WindowHours = Reply<'getModelBuilderExecutionsByExecutionIdHours'>['windows'][number];

interface Supply {
  readonly kind: string;
  /** Unit type; the name of the unit if it has neither type nor fuel. */
  readonly type: string | null;
  readonly fuel: string | null;
}

export const kindOfSupply = ({ kind, type, fuel }: Supply): Kind =>
  kind === 'storage' ? 'storage' : kindOfUnit({ name: type ?? '', fuel: fuel ?? undefined });

/** Hourly data of a whole run for its chart; load and price are NaN in hours without a schedule. */
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
      const sums = mw.map((output, hour) => (values[at + hour] ?? 0) + output);
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

/** Maximum number of hours that are all drawn; of a longer range, only selected hours are drawn. */
export const MOST_HOURS = 2000;
const BUCKETS = 400;

/**
 * Hours from `from` to `to` that are drawn, ascending. A long range is divided into buckets; in each bucket, the hours
 * with the smallest and the largest value of each series are drawn, so that peaks and troughs stay visible.
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

/**
 * First hour with the smallest value, and first hour with the largest value; both are `from` if there are no values.
 */
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

/** A price is extreme if it is at least this multiple of the median price. */
const DEAR = 10;
/** Least share of all payments that extreme hours must have for a note to be shown. */
const LEAST_SHARE = 0.2;
/** Maximum share of hours that may count as extreme. */
const MOST_SHARE_OF_HOURS = 0.05;

export interface DearHours {
  /** Hours with extreme prices, the highest price first. */
  readonly hours: readonly number[];
  readonly price: number;
  /** Load-weighted mean price of all other hours, $/MWh. */
  readonly otherwise: number;
}

/** Hours with extreme prices, if they are few and dominate the mean price of a run; else undefined. */
export function dearHours({ load, prices }: Pick<Room, 'load' | 'prices'>): DearHours | undefined {
  const paid = [...(prices?.mean ?? [])].flatMap((price, hour) => {
    const mw = load[hour] ?? Number.NaN;
    return Number.isFinite(price) && Number.isFinite(mw) ? [{ hour, price, mw }] : [];
  });
  const byPrice = paid.toSorted((a, b) => b.price - a.price);
  const usual = Math.max(1, byPrice[byPrice.length >> 1]?.price ?? 0);
  const dear = byPrice.filter(({ price }) => price >= DEAR * usual);
  const [first] = dear;
  const payment = (of: typeof paid): number => of.reduce((sum, { price, mw }) => sum + price * mw, 0);
  if (!first || dear.length > Math.max(1, MOST_SHARE_OF_HOURS * paid.length)) return undefined;
  if (payment(dear) < LEAST_SHARE * payment(paid)) return undefined;
  const others = byPrice.slice(dear.length);
  const energy = others.reduce((sum, { mw }) => sum + mw, 0);
  if (energy <= 0) return undefined;
  return { hours: dear.map(({ hour }) => hour), price: first.price, otherwise: payment(others) / energy };
}

/**
 * Note in words: `One hour at $4,032: Spin_Up_R1 short; without it $24.30.` `short`: names of the reserve products and
 * loads that are short in the hour with the highest price.
 */
export function dearWords({ hours, price, otherwise }: DearHours, short: readonly string[]): string {
  const [which, them] =
    hours.length === 1 ? ['One hour', 'it'] : [`${hours.length} hours, the highest`, 'them'];
  const cause = short.length > 0 ? `: ${short.join(', ')} short` : '';
  const cents = usd(otherwise).replace('/MWh', '');
  return `${which} at ${money(price)}${cause}; without ${them} ${cents}.`;
}

/** Hourly data of selected hours. */
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

/** Smallest nonzero value, MW; smaller values are rounding errors. */
const LEAST = 1e-3;

/** Share of hours in which the value is not zero, from 0 to 1. */
export const shareOfHours = (values: Float64Array | undefined): number =>
  values ? values.filter((mw) => Math.abs(mw) > LEAST).length / values.length : 0;
