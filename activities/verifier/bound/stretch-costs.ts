/**
 * Least cost of a unit over every stretch of hours on, $, as a lower bound. Two stretches that began in different hours
 * soon cost the same up to a constant, whatever the output now is: then one of them stands for both. Where a stretch is
 * still apart after a day, it goes on as the other one, raised by the least that it costs more: no stretch costs less.
 */

import { type Convex, difference, firstEnd, minimum, within } from '../dispatch/convex.ts';
import { firstHour, nextHour, type PricedUnit } from '../dispatch/unit-dispatch.ts';
import { at } from '../schedule/series.ts';

interface StretchLimits {
  /** Largest output with reserve in the hour of a start and in the hour before a stop, MW, shape [horizon]. */
  readonly startupRamp: readonly number[];
  readonly shutdownRamp: readonly number[];
  /** Whether a stretch from hour 0 on began before it, and its output then; absent = any, MW. */
  readonly onBefore: boolean;
  readonly powerBefore?: number | undefined;
}

/** $ of being on from hour `from` to the hour before `to`, no start-up cost; Infinity = impossible. */
type StretchCosts = (from: number, to: number) => number;

/** Constants that differ by less than this share of the costs are the same. */
const SAME = 1e-12;
/** Hours after which stretches that cost more are taken to cost the least of that more. */
const LONGEST_APART = 24;
const IMPOSSIBLE = Number.POSITIVE_INFINITY;
const NO_LIMIT = Number.POSITIVE_INFINITY;

/** `begins`: whether a stretch may begin in an hour; of others nothing is computed. */
export function stretchCosts(
  unit: PricedUnit,
  limits: StretchLimits,
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
    const start = isInitial ? { before: limits.powerBefore } : { limit: at(limits.startupRamp, from) };
    for (const { hour, cost, ended } of stretch(unit, limits, from, start)) {
      row[hour + 1] = ended;
      if (goesOnAs(common, row, cost, hour, hour - from)) break;
    }
  }
  return (from, to) => at(costs, from * width + to);
}

interface HourOn {
  readonly hour: number;
  /** Up to this hour, by output in it. */
  readonly cost: Convex;
  /** $ when it is the last one. */
  readonly ended: number;
}

/** The hours of a stretch on, for as long as it has a dispatch. */
function* stretch(
  unit: PricedUnit,
  { shutdownRamp }: StretchLimits,
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
    const stopLimit = hour + 1 === unit.hours.length ? NO_LIMIT : at(shutdownRamp, hour);
    let stopped: Convex | undefined = cost;
    // Without reserve the limit is one of the output alone.
    if (stopLimit < priced.most)
      stopped = priced.reserve > 0 ? next(stopLimit) : within(cost, firstEnd(cost), stopLimit);
    yield { hour, cost, ended: stopped ? minimum(stopped) : IMPOSSIBLE };
    last = cost;
  }
}

/** Fills the rest of `row` when a stretch of so many hours goes on as the common one does, from hour 0 and anywhere. */
function goesOnAs(
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
