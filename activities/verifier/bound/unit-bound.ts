/**
 * Least cost of a unit at given prices, $, over all commitments that the checks of single units allow: minimum times,
 * initial status, must_run, hours fixed before the solve, startup categories. A dynamic program over stretches on and
 * off (Frangioni, Gentile, Solving nonlinear single-unit commitment problems with ramping constraints, Operations
 * Research 54, 2006).
 */
import { startupCost, tierCost } from '../cost/unit-cost.ts';
import { type Convex, difference, firstEnd, minimum, within } from '../dispatch/convex.ts';
import { firstRested } from '../dispatch/quick-start.ts';
import {
  firstHour,
  nextHour,
  type PricedUnit,
  priceUnit,
  type UnitLimits,
  type UnitPrices,
} from '../dispatch/unit-dispatch.ts';
import type { UnitSchedule } from '../schedule/schedule.ts';
import { at } from '../schedule/series.ts';

type SwitchedUnit = UnitLimits & UnitSchedule;

const IMPOSSIBLE = Number.POSITIVE_INFINITY;
/** Tolerance by which the output before the first hour may exceed the shutdown limit, MW: its rounding error. */
const ROUNDING_MW = 1e-6;

/** Least cost of the unit, $; Infinity if the unit has no feasible commitment. */
export function unitBound(unit: SwitchedUnit, prices: UnitPrices): number {
  const { onBefore, min_uptime, min_downtime, initial_status } = unit;
  const horizon = unit.p_min.length;
  const owed = (onBefore ? min_uptime : min_downtime) - Math.abs(initial_status);
  const initial = { isOn: onBefore, least: Math.min(owed, horizon) };
  const may = allowedHours(unit);
  const on: Stretches = { isOn: true, first: may.on, least: min_uptime, cost: onCosts(unit, prices, owed) };
  const off: Stretches = { isOn: false, first: may.off, least: min_downtime, cost: offCosts(unit, prices) };
  /** Least cost of the hours before each hour if a stretch on (`afterOn`) or off (`afterOff`) ends there, $. */
  const afterOn = new Float64Array(horizon + 1);
  const afterOff = new Float64Array(horizon + 1);
  for (let hour = 0; hour <= horizon; hour++) {
    afterOn[hour] = leastCostUpTo(hour, on, afterOff, initial);
    afterOff[hour] = leastCostUpTo(hour, off, afterOn, initial);
  }
  return Math.min(at(afterOn, horizon), at(afterOff, horizon));
}

interface Stretches {
  readonly isOn: boolean;
  /** First hour of the longest allowed stretch that ends before an hour, shape [horizon + 1]. */
  readonly first: Int32Array;
  /** Least length of a stretch that begins and ends within the horizon, h. */
  readonly least: number;
  /**
   * Cost of a stretch from hour `from` to the hour before `to`, $; `initial`: true if it began before the first hour.
   */
  readonly cost: (from: number, to: number, initial: boolean) => number;
}

/** Least cost up to `hour`, where a stretch ends; `after`: least cost up to the beginning of that stretch. */
function leastCostUpTo(
  hour: number,
  { isOn, first, least, cost }: Stretches,
  after: Float64Array,
  initial: { readonly isOn: boolean; readonly least: number },
): number {
  const horizon = first.length - 1;
  const earliest = first[hour] ?? hour;
  const goesOn = initial.isOn === isOn && hour >= initial.least && earliest === 0;
  let best = goesOn ? cost(0, hour, true) : IMPOSSIBLE;
  const latest = hour - (hour === horizon ? 1 : Math.max(1, least));
  for (let from = earliest; from <= latest; from++)
    best = Math.min(best, (after[from] ?? 0) + cost(from, hour, false));
  return best;
}

function onCosts(unit: SwitchedUnit, prices: UnitPrices, owed: number): Stretches['cost'] {
  const { onBefore, initial_power_mw: powerBefore = 0, shutdown_ramp_before } = unit;
  const mayBegin = (hour: number) => (onBefore ? hour === 0 || hour > owed : hour >= owed);
  const costs = stretchCosts(priceUnit(unit, prices), unit, mayBegin);
  const stopsAtOnce = powerBefore <= shutdown_ramp_before + ROUNDING_MW ? 0 : IMPOSSIBLE;
  return (from, to) => (from === to ? stopsAtOnce : costs(from, to));
}

/**
 * Cost of a stretch off: the stop before it and the start after it, less the earnings from non-spinning reserve; no
 * start follows at the end of the horizon.
 */
function offCosts(unit: SwitchedUnit, { offline }: UnitPrices): Stretches['cost'] {
  const horizon = unit.p_min.length;
  const hoursBefore = Math.abs(unit.initial_status);
  const starts = Array.from({ length: horizon + 1 }, (_, hours) => tierCost(unit, hours));
  /** Earnings of the hours before each hour, $, if all are rested. */
  const earned = new Float64Array(horizon + 1);
  for (let hour = 0; offline && hour < horizon; hour++)
    earned[hour + 1] = at(earned, hour) + at(offline, hour) * at(unit.quick_start_mw, hour);
  return (from, to, initial) => {
    const rested = Math.min(to, firstRested(unit, from, initial));
    const stop = (initial ? 0 : unit.shutdown_cost) - (at(earned, to) - at(earned, rested));
    if (to === horizon) return stop;
    return (
      stop +
      (initial ? startupCost(unit, hoursBefore + to, to) : at(starts, to - from) + at(unit.startup_cost, to))
    );
  };
}

/** First hour of the longest allowed stretch on, and off, that ends before each hour. */
function allowedHours({ must_run, fixed, p_min }: SwitchedUnit) {
  const horizon = p_min.length;
  const choices = new Map(fixed.map(({ hour, on }) => [hour, on]));
  const on = new Int32Array(horizon + 1);
  const off = new Int32Array(horizon + 1);
  for (let hour = 0; hour < horizon; hour++) {
    const choice = choices.get(hour);
    const mustBeOn = must_run[hour] === true || choice === true;
    on[hour + 1] = choice === false ? hour + 1 : (on[hour] ?? 0);
    off[hour + 1] = mustBeOn ? hour + 1 : (off[hour] ?? 0);
  }
  return { on, off };
}

/**
 * Cost of being on from hour `from` to the hour before `to`, without the cost of the start, $; Infinity = infeasible.
 */
type StretchCosts = (from: number, to: number) => number;

/**
 * Two cost functions count as equal up to a constant if their difference varies by at most this share of their size.
 */
const SAME = 1e-12;
/** Hours after which a stretch takes the costs of the stretch from hour 0 plus the least difference. */
const LONGEST_APART = 24;
const NO_LIMIT = Number.POSITIVE_INFINITY;

/**
 * Lower bound of the cost of a unit over every stretch of hours on, $. The cost functions of two stretches that begin
 * in different hours soon differ only by a constant; from then on, a stretch takes the costs of the stretch from
 * hour 0 plus this constant. After LONGEST_APART hours the least difference is used even if it varies, so that no cost
 * is overestimated. `begins`: true if a stretch may begin in the hour; only these stretches are computed.
 */
function stretchCosts(
  unit: PricedUnit,
  limits: SwitchedUnit,
  begins: (hour: number) => boolean,
): StretchCosts {
  const horizon = unit.hours.length;
  const width = horizon + 1;
  const costs = new Float64Array(horizon * width).fill(IMPOSSIBLE);
  const common = [...stretch(unit, limits, 0, {})];
  for (let from = 0; from < horizon; from++) {
    if (!begins(from)) continue;
    const row = costs.subarray(from * width, (from + 1) * width);
    const isInitial = from === 0 && limits.onBefore;
    const start = isInitial ? { before: limits.initial_power_mw } : { limit: at(limits.startup_ramp, from) };
    for (const { hour, cost, ended } of stretch(unit, limits, from, start)) {
      row[hour + 1] = ended;
      if (continuesAs(common, row, cost, hour, hour - from)) break;
    }
  }
  return (from, to) => at(costs, from * width + to);
}

interface HourOn {
  readonly hour: number;
  /** Least cost up to this hour, as a function of the output in this hour. */
  readonly cost: Convex;
  /** Least cost if this is the last hour on, $. */
  readonly ended: number;
}

/** Yields the hours of a stretch on until no dispatch is feasible. */
function* stretch(
  unit: PricedUnit,
  { shutdown_ramp }: SwitchedUnit,
  from: number,
  { limit = NO_LIMIT, before }: { readonly limit?: number; readonly before?: number | undefined },
): Iterable<HourOn> {
  let last: Convex | undefined;
  for (let hour = from; hour < unit.hours.length; hour++) {
    const priced = unit.hours[hour];
    const next = (most: number) =>
      last ? nextHour(unit, last, hour, most) : firstHour(unit, hour, Math.min(limit, most), before);
    const cost = next(NO_LIMIT);
    if (!cost || !priced) return;
    const stopLimit = hour + 1 === unit.hours.length ? NO_LIMIT : at(shutdown_ramp, hour);
    let stopped: Convex | undefined = cost;
    // Without a price of reserve, the shutdown limit bounds the output alone.
    if (stopLimit < priced.most)
      stopped =
        priced.reserve > 0 || priced.offers ? next(stopLimit) : within(cost, firstEnd(cost), stopLimit);
    yield { hour, cost, ended: stopped ? minimum(stopped) : IMPOSSIBLE };
    last = cost;
  }
}

/**
 * True if a stretch, `hours` hours after its first, can take the costs of the common stretch, which began in hour 0;
 * then the rest of `row` is filled.
 */
function continuesAs(
  common: readonly HourOn[],
  row: Float64Array,
  cost: Convex,
  hour: number,
  hours: number,
): boolean {
  const other = common[hour]?.cost;
  const apart = other && difference(cost, other);
  if (!apart) return false;
  const size = Math.abs(cost.value) + Math.abs(minimum(cost));
  const isSame = apart.isWhole && apart.most - apart.least <= SAME * size;
  if (!isSame && hours < LONGEST_APART) return false;
  for (let next = hour + 1; next + 1 < row.length; next++)
    row[next + 1] = (common[next]?.ended ?? IMPOSSIBLE) + apart.least;
  return true;
}
