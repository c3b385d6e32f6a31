/**
 * The cheapest dispatch of one unit over a stretch of hours on, at prices of energy and reserve:
 *
 *     min sum_t c(p) - price p - reserve price r
 *     p_min <= p,  p + r <= most,  p + r - p[t-1] <= ramp_up,  p[t-1] - p <= ramp_down,  r >= 0
 *
 * `most` is p_max, and within the limits of a start or stop in the first or last hour. At a price of reserve of at
 * least 0 the best reserve is r = min(most, p[t-1] + ramp_up) - p. So the price joins the cost of p, what is left
 * depends on p[t-1] alone, and the cost up to an hour as a function of its output stays convex: no grid, no rounding
 * of outputs. Products of reserve share one headroom; the dearest one takes all of it.
 *
 * Where products have limits of their own, or there is reserve downward, an hour earns E(room up) + F(room down), concave, with
 * rooms min(most, p[t-1] + ramp_up) - p and p - max(p_min, p[t-1] - ramp_down): a function of both outputs (partial-minimum.ts).
 */

import { type ProducingUnit, productionPieces } from '../cost/unit-cost.ts';
import type { JudgedUnit } from '../schedule/case.ts';
import { at } from '../schedule/series.ts';
import { type Convex, firstEnd, fromPieces, lastEnd, minimum, plus, widen, within } from './convex.ts';
import { type Line, partialMinimum } from './partial-minimum.ts';
import { bends, earned, earnings, type Offers } from './reserve-offers.ts';

export interface UnitPrices {
  /** $/MWh, shape [horizon]. */
  readonly energy: ArrayLike<number>;
  /** $/MW of the dearest product, shape [horizon]; below 0 counts as 0. */
  readonly reserve: ArrayLike<number>;
  /** $ for an hour on, whatever the output, shape [horizon]; absent = nothing. */
  readonly online?: ArrayLike<number> | undefined;
  /** Instead of `reserve`: products with limits of their own or downward, shape [horizon]. */
  readonly offers?: readonly Offers[] | undefined;
  /** What offers earn within the limits of the output, whatever the ramps: at least what they earn. */
  readonly isGenerous?: boolean;
}

/** One hour on. */
interface PricedHour {
  /** $ by MW of output within p_min..p_max, the price of reserve added to each MW. */
  readonly cost: Convex;
  readonly most: number;
  /** $/MW, at least 0. */
  readonly reserve: number;
  readonly offers?: Offers | undefined;
}

export interface PricedUnit {
  /** Undefined where p_min is above all that the unit may produce. */
  readonly hours: readonly (PricedHour | undefined)[];
  /** MW/h; Infinity = no limit. */
  readonly rampUp: number;
  readonly rampDown: number;
  /** Between the smallest and the largest output of all hours, MW. */
  readonly span: number;
}

/** Hours `from` .. `to` - 1. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  /** Largest output with reserve in the first hour; absent = p_max. */
  readonly startLimit?: number | undefined;
  /** Largest output with reserve in the last hour; absent = p_max. */
  readonly stopLimit?: number | undefined;
  /** Output from which ramps lead into the first hour, MW; absent = any. */
  readonly before?: number | undefined;
}

export interface UnitLimits
  extends ProducingUnit,
    Pick<JudgedUnit, 'p_min' | 'p_max' | 'ramp_up' | 'ramp_down'> {
  /** Largest output, whatever the reserve, MW, shape [horizon]; absent = p_max. */
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
    const { value, pieces } = productionPieces(unit, least, top);
    const earned = at(energy, hour) - paid;
    const cost = fromPieces(
      least,
      value - earned * least - (online?.[hour] ?? 0),
      pieces.map(({ width, slope }) => ({ width, slope: slope - earned })),
    );
    const own = offers?.[hour];
    if (!own) return { cost, most, reserve: paid };
    return isGenerous
      ? { cost: withEarnings(cost, own, most) ?? cost, most, reserve: 0 }
      : { cost, most, reserve: 0, offers: own };
  });
  return {
    hours,
    rampUp: unit.ramp_up,
    rampDown: unit.ramp_down,
    span: Math.max(...p_max) - Math.min(...p_min),
  };
}

/** $, no-load cost included; Infinity when the stretch has no dispatch. */
export function cheapestDispatch(unit: PricedUnit, stretch: Stretch): number {
  const { from, to, startLimit, stopLimit, before } = stretch;
  const limit = (hour: number) => (hour === to - 1 ? stopLimit : undefined) ?? Number.POSITIVE_INFINITY;
  let cost = firstHour(unit, from, Math.min(startLimit ?? Number.POSITIVE_INFINITY, limit(from)), before);
  for (let hour = from + 1; cost && hour < to; hour++) cost = nextHour(unit, cost, hour, limit(hour));
  return cost ? minimum(cost) : Number.POSITIVE_INFINITY;
}

/** Cost by output in the first hour of a stretch; `limit` of output with reserve, MW. */
export function firstHour(
  unit: PricedUnit,
  hour: number,
  limit: number,
  before?: number,
): Convex | undefined {
  const priced = unit.hours[hour];
  if (!priced) return undefined;
  const { cost, most, reserve, offers } = priced;
  if (offers) {
    const state = { at: [before ?? 0], slopes: [], value: 0 };
    const { rampUp, rampDown } = before === undefined ? UNRAMPED : unit;
    return withOffers(priced, offers, state, Math.min(most, limit), rampUp, rampDown);
  }
  const room = Math.min(most, limit, before === undefined ? most : before + unit.rampUp);
  const least = before === undefined ? firstEnd(cost) : before - unit.rampDown;
  const held = within(cost, least, room);
  return held && { ...held, value: held.value - reserve * room };
}

/** Cost by output in `hour`, of which `before` is the cost by output up to the hour before. */
export function nextHour(unit: PricedUnit, before: Convex, hour: number, limit: number): Convex | undefined {
  const priced = unit.hours[hour];
  if (!priced) return undefined;
  const most = Math.min(priced.most, limit);
  // Between hours a ramp of all outputs says as much as none, and adds up to numbers.
  const [up, down] = [Math.min(unit.rampUp, unit.span), Math.min(unit.rampDown, unit.span)];
  if (priced.offers) return withOffers(priced, priced.offers, before, most, up, down);
  const held = within(priced.cost, firstEnd(priced.cost), most);
  const reached = headroom(before, priced.reserve, most, up);
  return held && reached && plus(widen(reached, down, up), held);
}

/** Less what all room up to min(most, output before + ramp) earns as reserve. */
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

const UNRAMPED = { rampUp: Number.POSITIVE_INFINITY, rampDown: Number.POSITIVE_INFINITY };

/** Cost less what its reserve earns between p_min and `most`, whatever the ramps. */
function withEarnings(cost: Convex, offers: Offers, most: number): Convex | undefined {
  const { up, down } = earnings(offers, firstEnd(cost), most);
  const less = plus(cost, up);
  return less && plus(less, down);
}

/** Outputs may miss a limit by less than this, MW. */
const MEETING = 1e-6;

/** Cost by output of an hour with offers of reserve, of which `before` is the cost by output up to the hour before. */
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
