/** What the control room shows of a result: sources, load and prices of every hour, and the figures of them all (pure). */
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

/** Prices over the buses, $/MWh. */
export interface PriceBand {
  readonly low: Float64Array;
  /** By load; where there is none, over the buses. */
  readonly mean: Float64Array;
  readonly high: Float64Array;
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

export function roomOf(schedule: Schedule, given: Given): Room {
  const { dispatch_mw: dispatch, renewable_mw = NONE, storage = {}, unserved_mw = NONE } = schedule;
  const { discharge_mw: discharge = NONE, charge_mw = NONE } = storage;
  const { hours } = dispatch;
  const load = hourlySums(given.loads).subarray(0, hours);
  const missing = (matrix: Matrix): Float64Array =>
    matrix.hours > 0 ? hourlySums(matrix).map((mw) => (mw > LEAST ? mw : 0)) : new Float64Array(hours);
  return {
    hours,
    layers: layersOf({ dispatch, renewables: renewable_mw, discharge, given }),
    load,
    charging: missing(charge_mw).map((mw) => 0 - mw),
    unserved: missing(unserved_mw),
    curtailed: missing(schedule.curtailment_mw ?? NONE),
    starts: sum(schedule.startup.values),
    first: dearestHour(schedule.lmp) ?? Math.max(0, largestAt(load)),
    prices: schedule.lmp.names.length === 0 ? undefined : bandOf(schedule.lmp, given.loads),
  };
}

/** Loads and prices from which the figures of prices are made. */
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

/** The figures of the hours that count, of `hours` the first ones; MWh. */
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
