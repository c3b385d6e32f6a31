/** Data of the control room: sources, load and prices by hour, and key figures (pure). */
import { highestPrice, meanPrice } from '../../../temporal/case/arithmetic/price-figures.ts';
import type { Span } from '../charts/heat-cells.ts';
import { intervalHours } from '../parts/interval.ts';
import { hourlySums, type Matrix, NONE, quantile, rowsOf, sum } from './matrix.ts';
import type { Case, Result } from './pack.ts';
import { dearestHour } from './price-scale.ts';
import { recordOf } from './price-words.ts';
import { type Layer, layersOf } from './sources.ts';

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
export const CASE_FIELDS = ['generators', 'renewables', 'storage', 'loads'] as const;

export type Schedule = Pick<Result, (typeof RESULT_FIELDS)[number]>;
export type Given = Pick<Case, (typeof CASE_FIELDS)[number]>;

/** Lowest, mean and highest price over the buses by hour, $/MWh. */
export interface PriceBand {
  readonly low: Float64Array;
  /** Mean price over the buses, weighted by load; not weighted if there is no load. */
  readonly mean: Float64Array;
  readonly high: Float64Array;
}

export interface Room {
  readonly hours: number;
  readonly layers: readonly Layer[];
  readonly load: Float64Array;
  /** Charging of storage, MW; at most 0. */
  readonly charging: Float64Array;
  readonly unserved: Float64Array;
  readonly curtailed: Float64Array;
  readonly starts: number;
  /**
   * Hour that the views show first: the hour with the highest mean price or, if prices do not vary, with the peak load.
   */
  readonly first: number;
  /** Prices by hour; undefined without prices. */
  readonly prices: PriceBand | undefined;
}

/** Values below this are rounding errors, MW. */
const LEAST = 1e-3;

export function roomOf(schedule: Schedule, given: Given): Room {
  const { dispatch_mw: dispatch, renewable_mw = NONE, storage = {}, unserved_mw = NONE } = schedule;
  const { discharge_mw: discharge = NONE, charge_mw = NONE } = storage;
  const { hours } = dispatch;
  const load = hourlySums(given.loads).subarray(0, hours);
  const sumsOf = (matrix: Matrix): Float64Array =>
    matrix.hours > 0 ? hourlySums(matrix).map((mw) => (mw > LEAST ? mw : 0)) : new Float64Array(hours);
  return {
    hours,
    layers: layersOf({ dispatch, renewables: renewable_mw, discharge, given }),
    load,
    charging: sumsOf(charge_mw).map((mw) => 0 - mw),
    unserved: sumsOf(unserved_mw),
    curtailed: sumsOf(schedule.curtailment_mw ?? NONE),
    starts: sum(schedule.startup.values),
    first: dearestHour(schedule.lmp) ?? Math.max(0, largestAt(load)),
    prices: schedule.lmp.names.length === 0 ? undefined : bandOf(schedule.lmp, given.loads),
  };
}

/** Loads and prices in the form that the functions for price statistics need. */
export const pricesOf = ({ lmp }: Pick<Schedule, 'lmp'>, { loads }: Pick<Given, 'loads'>) =>
  [rowsOf(loads).map(([bus, values]) => ({ bus, values })), recordOf(lmp)] as const;

function bandOf(lmp: Matrix, given: Matrix): PriceBand {
  const [loads, prices] = pricesOf({ lmp }, { loads: given });
  const each = (priceAt: (span: Span) => number | undefined): Float64Array =>
    Float64Array.from({ length: lmp.hours }, (_, hour) => priceAt({ from: hour, to: hour + 1 }) ?? 0);
  return {
    low: each((span) => highestPrice(prices, span, -1)?.usd),
    mean: each((span) => meanPrice(loads, prices, span)),
    high: each((span) => highestPrice(prices, span)?.usd),
  };
}

/** Key figures of the first `hours` hours. Energies are in MWh. */
export function figuresOf(
  { load, unserved, curtailed }: Room,
  schedule: Schedule,
  given: Given,
  hours: number,
) {
  const span = { from: 0, to: hours };
  const [loads, prices] = pricesOf(schedule, given);
  const mwh = (values: Float64Array): number => sum(values.subarray(0, hours)) * intervalHours();
  return {
    mean: meanPrice(loads, prices, span),
    highest: highestPrice(prices, span),
    load: mwh(load),
    unserved: mwh(unserved),
    curtailed: mwh(curtailed),
    starts: sum(hourlySums(schedule.startup).subarray(0, hours)),
  };
}

/** Prices above this multiple of the usual price are cut off in the chart, so that other prices stay readable. */
const OUTLIER = 3;
/** End of the axis if prices are cut off, as a multiple of the usual price. */
const BEYOND = 1.5;

/** Ends of a price axis, $/MWh; an end is undefined if no prices are cut off there. */
export interface PriceCut {
  readonly max?: number;
  readonly min?: number;
}

/**
 * Ends of the price axis. The usual price is the 95th percentile of the mean prices or, if it is larger, the median of
 * the highest prices (for the lower end, of the lowest prices).
 */
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

/** Span with the given first and last hour, such as `12-19`; the whole horizon if the text is invalid. */
export function spanOf(text: string | undefined, hours: number): Span {
  const [, first, last] = /^(\d+)-(\d+)$/.exec(text ?? '') ?? [];
  const [from, to] = [Number(first), Math.min(hours, Number(last) + 1)];
  return from < to ? { from, to } : { from: 0, to: hours };
}

/** Text of a span for the address; undefined for the whole horizon. */
export const spanText = ({ from, to }: Span, hours: number): string | undefined =>
  to - from === hours ? undefined : `${from}-${to - 1}`;

/** Span between two hours, in either order. */
export const between = (a: number, b: number): Span => ({ from: Math.min(a, b), to: Math.max(a, b) + 1 });

/** Span of half the length, around an hour. */
export function closer({ from, to }: Span, hour: number): Span {
  const count = Math.ceil((to - from) / 2);
  const first = Math.min(to - count, Math.max(from, hour - Math.floor(count / 2)));
  return { from: first, to: first + count };
}

/** The hour in the span that is closest to a given hour. */
export const within = (hour: number, { from, to }: Span): number => Math.min(to - 1, Math.max(from, hour));

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Hour that is shown after a key press; undefined if the key does not change the hour. */
export function hourAfter(key: string, hour: number, span: Span): number | undefined {
  if (key === 'Home') return span.from;
  if (key === 'End') return span.to - 1;
  const step = STEPS[key];
  return step && within(hour + step, span);
}
