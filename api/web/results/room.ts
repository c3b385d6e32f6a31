/** What the control room shows of a result: sources, load and prices of every hour, and the figures of them all (pure). */
import { hourlySums, type Matrix, NONE, quantile, rowNamed, sum } from './matrix.ts';
import type { Case, Result } from './pack.ts';
import { kindsOf, type Layer, layersOf } from './sources.ts';

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

type Schedule = Pick<Result, (typeof RESULT_FIELDS)[number]>;
type Given = Pick<Case, (typeof CASE_FIELDS)[number]>;

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
  /** Undefined where nothing was priced. */
  readonly prices: PriceBand | undefined;
}

export function roomOf(schedule: Schedule, given: Given): Room {
  const { dispatch_mw: dispatch, renewable_mw = NONE, storage = {}, unserved_mw = NONE } = schedule;
  const { discharge_mw: discharge = NONE, charge_mw = NONE } = storage;
  const { hours } = dispatch;
  const kinds = kindsOf(given);
  const whole = (values: Float64Array): Float64Array =>
    values.length > 0 ? values : new Float64Array(hours);
  return {
    hours,
    layers: layersOf(
      { dispatch, renewables: renewable_mw, discharge, kinds },
      // Where nothing tells kinds apart, the largest units are told apart.
      [...kinds.values()].every((kind) => kind === 'other') ? 'unit' : 'fuel',
    ),
    load: hourlySums(given.loads).subarray(0, hours),
    charging: whole(hourlySums(charge_mw)).map((mw) => -mw),
    unserved: whole(hourlySums(unserved_mw)),
    curtailed: whole(hourlySums(schedule.curtailment_mw ?? NONE)),
    starts: sum(schedule.startup.values),
    prices: schedule.lmp.names.length === 0 ? undefined : bandOf(schedule.lmp, given.loads),
  };
}

function bandOf(lmp: Matrix, loads: Matrix): PriceBand {
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

/** Prices so many times as high as nine tenths of the hours are drawn cut off, so that the others can be read. */
const OUTLIER = 3;

/** Where the axis of prices ends; undefined where no hour stands out. */
export function priceCut({ high }: PriceBand): number | undefined {
  const usual = Math.max(quantile(high, 0.9), 1);
  return high.some((price) => price > OUTLIER * usual) ? 1.5 * usual : undefined;
}

const largestAt = (values: Float64Array): number => values.indexOf(Math.max(...values));

/** The dearest hour; where all cost the same, that of the largest load. */
export function tellingHour({ prices, load }: Room): number {
  const { mean = load } = prices ?? {};
  const isFlat = Math.max(...mean) - Math.min(...mean) < 1e-6;
  return Math.max(0, largestAt(isFlat ? load : mean));
}

/** Load-weighted over all hours, $/MWh. */
export const meanPrice = ({ mean }: PriceBand, load: Float64Array): number => {
  const served = sum(load);
  return served > 0
    ? mean.reduce((paid, price, hour) => paid + price * (load[hour] ?? 0), 0) / served
    : sum(mean) / (mean.length || 1);
};

export const dearest = ({ high, highAt }: PriceBand) => {
  const hour = largestAt(high);
  return { hour, price: high[hour] ?? 0, bus: highAt[hour] ?? '' };
};
