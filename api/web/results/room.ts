/** What the control room shows of a result: sources, load and prices of every hour, and the figures of them all (pure). */
import type { Span } from '../charts/heat-cells.ts';
import { hourlySums, type Matrix, NONE, quantile, rowNamed, sum } from './matrix.ts';
import type { Case, Result } from './pack.ts';
import { dearestHour } from './price-scale.ts';
import { type Grouping, type Layer, layersOf } from './sources.ts';

export const RESULT_FIELDS = [
  'dispatch_mw',
  'renewable_mw',
  'curtailment_mw',
  'storage',
  'unserved_mw',
  'lmp',
  'commitment',
  'startup',
  'prices',
] as const;
export const CASE_FIELDS = ['generators', 'renewables', 'loads'] as const;

export type Schedule = Pick<Result, (typeof RESULT_FIELDS)[number]>;
export type Given = Pick<Case, (typeof CASE_FIELDS)[number]>;

/** Prices over the buses, $/MWh. */
export interface PriceBand {
  readonly low: Float64Array;
  /** By load; where there is none, over the buses. */
  readonly mean: Float64Array;
  readonly high: Float64Array;
  /** Bus with the lowest and the highest price of each hour. */
  readonly lowAt: readonly string[];
  readonly highAt: readonly string[];
}

export interface Room {
  readonly hours: number;
  readonly layers: readonly Layer[];
  readonly load: Float64Array;
  /** Taken by storage, 0 or less. */
  readonly charging: Float64Array;
  readonly unserved: Float64Array;
  readonly curtailed: Float64Array;
  readonly starts: number;
  /** Where the views of the result open: the dearest hour; where all cost the same, that of the largest load. */
  readonly first: number;
  /** Undefined where nothing was priced. */
  readonly prices: PriceBand | undefined;
}

/** Less is rounding, MW. */
const LEAST = 1e-3;

export function roomOf(schedule: Schedule, given: Given, by: Grouping): Room {
  const { dispatch_mw: dispatch, renewable_mw = NONE, storage = {}, unserved_mw = NONE } = schedule;
  const { discharge_mw: discharge = NONE, charge_mw = NONE } = storage;
  const { hours } = dispatch;
  const load = hourlySums(given.loads).subarray(0, hours);
  const missing = (matrix: Matrix): Float64Array =>
    matrix.hours > 0 ? hourlySums(matrix).map((mw) => (mw > LEAST ? mw : 0)) : new Float64Array(hours);
  return {
    hours,
    layers: layersOf({ dispatch, renewables: renewable_mw, discharge, given }, by),
    load,
    charging: missing(charge_mw).map((mw) => 0 - mw),
    unserved: missing(unserved_mw),
    curtailed: missing(schedule.curtailment_mw ?? NONE),
    starts: sum(schedule.startup.values),
    first: dearestHour(schedule.lmp) ?? Math.max(0, largestAt(load)),
    prices: schedule.lmp.names.length === 0 ? undefined : bandOf(schedule.lmp, given.loads),
  };
}

export function bandOf(lmp: Matrix, loads: Matrix): PriceBand {
  const { names, hours, values } = lmp;
  const weights = names.map((name) => rowNamed(loads, name.replace(/^bus_/, '')));
  const [low, mean, high] = [new Float64Array(hours), new Float64Array(hours), new Float64Array(hours)];
  const [lowAt, highAt]: [string[], string[]] = [[], []];
  for (let hour = 0; hour < hours; hour += 1) {
    let [lowest, highest, paid, weight, total] = [0, 0, 0, 0, 0];
    const price = (row: number): number => values[row * hours + hour] ?? 0;
    for (let row = 0; row < names.length; row += 1) {
      if (price(row) < price(lowest)) lowest = row;
      if (price(row) > price(highest)) highest = row;
      const mw = weights[row]?.[hour] ?? 0;
      paid += mw * price(row);
      weight += mw;
      total += price(row);
    }
    low[hour] = price(lowest);
    high[hour] = price(highest);
    mean[hour] = weight > 0 ? paid / weight : total / names.length;
    lowAt.push(names[lowest] ?? '');
    highAt.push(names[highest] ?? '');
  }
  return { low, mean, high, lowAt, highAt };
}

/** Prices beyond this multiple of the usual ones are cut off, to keep the others readable. */
const OUTLIER = 3;
/** A cut axis ends at this multiple of the usual prices. */
const BEYOND = 1.5;

/** Where the axis of prices is cut off, $/MWh. */
export interface PriceCut {
  readonly max?: number;
  readonly min?: number;
}

/** Usual are the means of most hours, and the highest and lowest prices of half of them. */
export function priceCut({ low, mean, high }: PriceBand): PriceCut {
  const end = (side: 'max' | 'min', sign: number, prices: Float64Array): PriceCut => {
    const away = (values: Float64Array): Float64Array => values.map((price) => sign * price);
    const usual = Math.max(quantile(away(mean), 0.95), quantile(away(prices), 0.5), 1);
    const isCut = away(prices).some((price) => price > OUTLIER * usual);
    return isCut ? { [side]: Number((sign * BEYOND * usual).toPrecision(2)) } : {};
  };
  return { ...end('max', 1, high), ...end('min', -1, low) };
}

const largestAt = (values: Float64Array): number => values.indexOf(Math.max(...values));

/** Load-weighted over all hours, $/MWh. */
export const meanPrice = ({ mean }: PriceBand, load: Float64Array): number => {
  const served = sum(load);
  return served > 0
    ? mean.reduce((paid, price, hour) => paid + price * (load[hour] ?? 0), 0) / served
    : sum(mean) / (mean.length || 1);
};

/** The highest price of all, and where and when it is first paid. */
export const dearest = ({ high, highAt }: PriceBand) => {
  const hour = largestAt(high);
  return { hour, price: high[hour] ?? 0, bus: highAt[hour] ?? '' };
};

/** `12-19`, the first and the last hour, -> these hours; all of them where the text names none that are there. */
export function spanOf(text: string | undefined, hours: number): Span {
  const [, first, last] = /^(\d+)-(\d+)$/.exec(text ?? '') ?? [];
  const [from, to] = [Number(first), Math.min(hours, Number(last) + 1)];
  return from < to ? { from, to } : { from: 0, to: hours };
}

/** A span as the address has it; undefined for the whole horizon. */
export const spanText = ({ from, to }: Span, hours: number): string | undefined =>
  to - from === hours ? undefined : `${from}-${to - 1}`;

/** From one hour to another, whichever comes first. */
export const between = (a: number, b: number): Span => ({ from: Math.min(a, b), to: Math.max(a, b) + 1 });

/** Half as many hours, around one of them. */
export function closer({ from, to }: Span, hour: number): Span {
  const count = Math.ceil((to - from) / 2);
  const first = Math.min(to - count, Math.max(from, hour - Math.floor(count / 2)));
  return { from: first, to: first + count };
}

/** The nearest hour that is shown. */
export const within = (hour: number, { from, to }: Span): number => Math.min(to - 1, Math.max(from, hour));

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** The hour that a key leads to; undefined for a key that leads nowhere. */
export function hourAfter(key: string, hour: number, span: Span): number | undefined {
  if (key === 'Home') return span.from;
  if (key === 'End') return span.to - 1;
  const step = STEPS[key];
  return step && within(hour + step, span);
}
