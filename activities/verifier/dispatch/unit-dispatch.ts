/**
 * The cheapest dispatch of one unit over a stretch of hours on, at prices of energy and reserve:
 *
 *     min sum_t c(p) - price p - reserve price r
 *     p_min <= p,  p + r <= most,  p + r - p[t-1] <= ramp_up,  p[t-1] - p <= ramp_down,  r >= 0
 *
 * `most` is p_max, or the limit of a start or stop in the first or last hour if that is lower. At a price of reserve of
 * at least 0 the best reserve is r = min(most, p[t-1] + ramp_up) - p. So the price of reserve is added to the cost of
 * p, and the rest depends on p[t-1] alone. The cost up to an hour is a convex function of its output, computed without
 * a grid or rounding of outputs. Reserve products share one headroom; the one with the highest price takes all of it.
 *
 * If products have limits of their own, or are downward, an hour earns E(room up) + F(room down), both concave, with
 * room up = min(most, p[t-1] + ramp_up) - p and room down = p - max(p_min, p[t-1] - ramp_down). The earnings are a
 * function of both outputs (partial-minimum.ts).
 */

import { type ProducingUnit, productionPieces } from '../cost/unit-cost.ts';
import type { Hours, JudgedUnit } from '../schedule/case.ts';
import { at } from '../schedule/series.ts';
import { type Convex, firstEnd, fromPieces, lastEnd, minimum, plus, widen, within } from './convex.ts';
import { type Line, partialMinimum } from './partial-minimum.ts';
import { bends, earned, earnings, type Offers } from './reserve-offers.ts';

export interface UnitPrices {
  /** $/MWh, shape [horizon]. */
  readonly energy: ArrayLike<number>;
  /** $/MW of the product with the highest price, shape [horizon]; below 0 counts as 0. */
  readonly reserve: ArrayLike<number>;
  /** $ for an hour on, at any output, shape [horizon]; absent = 0. */
  readonly online?: ArrayLike<number> | undefined;
  /** Replaces `reserve` if products have limits of their own or are downward, shape [horizon]. */
  readonly offers?: readonly Offers[] | undefined;
  /** $/MW of non-spinning reserve while the unit is off, shape [horizon]; absent = 0. */
  readonly offline?: ArrayLike<number> | undefined;
  /** True if ramps do not limit the reserve of offers: an upper bound of their earnings. */
  readonly isGenerous?: boolean;
}

/** One hour on. */
interface PricedHour {
  /** Cost by output within p_min..p_max, $, with the price of reserve added to each MW. */
  readonly cost: Convex;
  readonly most: number;
  /** $/MW, at least 0. */
  readonly reserve: number;
  readonly offers?: Offers | undefined;
}

export interface PricedUnit {
  /** Undefined in hours with p_min above the largest output. */
  readonly hours: readonly (PricedHour | undefined)[];
  /** Largest rise and fall from the hour before, MW; Infinity = no limit. */
  readonly rampUp: Hours;
  readonly rampDown: Hours;
  /** Difference of the largest and the smallest output of all hours, MW. */
  readonly span: number;
}

/** Hours `from` .. `to` - 1. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  /** Limit of output plus reserve in the first hour, MW; absent = p_max. */
  readonly startLimit?: number | undefined;
  /** Limit of output plus reserve in the last hour, MW; absent = p_max. */
  readonly stopLimit?: number | undefined;
  /** Output before the first hour, from which ramps apply, MW; absent = any. */
  readonly before?: number | undefined;
}

export interface UnitLimits
  extends ProducingUnit,
    Pick<JudgedUnit, 'p_min' | 'p_max' | 'ramp_up' | 'ramp_down'> {
  /** Largest output that the network can take, whatever the reserve, MW, shape [horizon]; absent = p_max. */
  readonly deliverable?: ArrayLike<number> | undefined;
}

export function priceUnit(
  unit: UnitLimits,
  { energy, reserve, online, offers, isGenerous = false }: UnitPrices,
): PricedUnit {
  const { p_min, p_max, deliverable } = unit;
  const hours = p_min.map((least, hour): PricedHour | undefined => {
    const most = at(p_max, hour);
    const top = Math.min(most, deliverable?.[hour] ?? most);
    if (!(least <= top)) return undefined;
    const paid = Math.max(0, at(reserve, hour));
    const { value, pieces } = productionPieces(unit, least, top, hour);
    const earned = at(energy, hour) - paid;
    const cost = fromPieces(
      least,
      value - earned * least - (online?.[hour] ?? 0),
      pieces.map(({ width, slope }) => ({ width, slope: slope - earned })),
    );
    const hourOffers = offers?.[hour];
    if (!hourOffers) return { cost, most, reserve: paid };
    return isGenerous
      ? { cost: withEarnings(cost, hourOffers, most) ?? cost, most, reserve: 0 }
      : { cost, most, reserve: 0, offers: hourOffers };
  });
  return {
    hours,
    rampUp: unit.ramp_up,
    rampDown: unit.ramp_down,
    span: Math.max(...p_max) - Math.min(...p_min),
  };
}

/** Least cost of a stretch, no-load cost included, $; Infinity if it has no feasible dispatch. */
export function cheapestDispatch(unit: PricedUnit, stretch: Stretch): number {
  const { from, to, startLimit, stopLimit, before } = stretch;
  const limit = (hour: number) => (hour === to - 1 ? stopLimit : undefined) ?? Number.POSITIVE_INFINITY;
  let cost = firstHour(unit, from, Math.min(startLimit ?? Number.POSITIVE_INFINITY, limit(from)), before);
  for (let hour = from + 1; cost && hour < to; hour++) cost = nextHour(unit, cost, hour, limit(hour));
  return cost ? minimum(cost) : Number.POSITIVE_INFINITY;
}

/** Cost as a function of output in the first hour of a stretch. `limit`: most that output plus reserve may be, MW. */
export function firstHour(
  unit: PricedUnit,
  hour: number,
  limit: number,
  before?: number,
): Convex | undefined {
  const priced = unit.hours[hour];
  if (!priced) return undefined;
  const { cost, most, reserve, offers } = priced;
  const [rise, fall] = before === undefined ? [FREE, FREE] : [at(unit.rampUp, hour), at(unit.rampDown, hour)];
  if (offers) {
    const state = { at: [before ?? 0], slopes: [], value: 0 };
    return withOffers(priced, offers, state, Math.min(most, limit), rise, fall);
  }
  const room = Math.min(most, limit, before === undefined ? most : before + rise);
  const least = before === undefined ? firstEnd(cost) : before - fall;
  const limited = within(cost, least, room);
  return limited && { ...limited, value: limited.value - reserve * room };
}

/** Cost by output in `hour`; `before`: cost by output up to the hour before. */
export function nextHour(unit: PricedUnit, before: Convex, hour: number, limit: number): Convex | undefined {
  const priced = unit.hours[hour];
  if (!priced) return undefined;
  const most = Math.min(priced.most, limit);
  // A ramp limit is capped at the range of all outputs: it does not bind there, and is finite.
  const up = Math.min(at(unit.rampUp, hour), unit.span);
  const down = Math.min(at(unit.rampDown, hour), unit.span);
  if (priced.offers) return withOffers(priced, priced.offers, before, most, up, down);
  const limited = within(priced.cost, firstEnd(priced.cost), most);
  const reached = headroom(before, priced.reserve, most, up);
  return limited && reached && plus(widen(reached, down, up), limited);
}

/** `before`, less the earnings if all capacity up to min(most, output before + ramp) gave reserve. */
function headroom(before: Convex, reserve: number, most: number, rampUp: number): Convex | undefined {
  if (reserve === 0) return before;
  const [lo, hi] = [firstEnd(before), lastEnd(before)];
  const bend = Math.min(Math.max(most - rampUp, lo), hi);
  return plus(
    before,
    fromPieces(lo, -reserve * Math.min(most, lo + rampUp), [
      { width: bend - lo, slope: -reserve },
      { width: hi - bend, slope: 0 },
    ]),
  );
}

const FREE = Number.POSITIVE_INFINITY;

/** Cost less the earnings from reserve between p_min and `most`, without ramp limits. */
function withEarnings(cost: Convex, offers: Offers, most: number): Convex | undefined {
  const { up, down } = earnings(offers, firstEnd(cost), most);
  const less = plus(cost, up);
  return less && plus(less, down);
}

/** Tolerance of output limits, MW. */
const MEETING = 1e-6;

/** Cost by output in an hour with offers of reserve; `before`: cost by output up to the hour before. */
function withOffers(
  { cost }: PricedHour,
  offers: Offers,
  before: Convex,
  most: number,
  rampUp: number,
  rampDown: number,
): Convex | undefined {
  const low = firstEnd(cost);
  if (low > most + MEETING) return undefined;
  if (firstEnd(before) + rampUp >= most && lastEnd(before) - rampDown <= low) {
    const free = withEarnings(cost, offers, most);
    return free && { ...free, value: free.value + minimum(before) };
  }
  const gain = (from: number, to: number): number => {
    const [bottom, top] = [Math.max(low, from - rampDown), Math.min(most, from + rampUp)];
    if (to > top + MEETING || to < bottom - MEETING) return Number.POSITIVE_INFINITY;
    return -earned(offers.up, top - to) - earned(offers.down, to - bottom);
  };
  const lines: Line[] = [
    { x: 1, y: 0, c: most - rampUp },
    { x: 1, y: 0, c: low + rampDown },
    ...bends(offers.up).flatMap((room) => [
      { x: 0, y: 1, c: most - room },
      { x: -1, y: 1, c: rampUp - room },
    ]),
    ...bends(offers.down).flatMap((room) => [
      { x: 0, y: 1, c: low + room },
      { x: -1, y: 1, c: room - rampDown },
    ]),
  ];
  const reached = partialMinimum(before, gain, lines, [low, Math.max(low, most)]);
  return reached && plus(reached, cost);
}
