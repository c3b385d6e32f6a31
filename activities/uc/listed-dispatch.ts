/**
 * A commitment by priority list with its dispatch hour by hour. In repeated attempts, hours that lack capacity get more
 * units. This needs no solver and no model, so even a large case gets a schedule quickly.
 */
import { amountAt } from '../../temporal/case/arithmetic/series.ts';
import { fullLoadPrice } from './cost.ts';
import { hourlyDispatch, type Redispatch, type Shortage } from './hourly-dispatch.ts';
import type { Instance, Unit } from './instance.ts';
import { outputWindows } from './output-windows.ts';
import { OFF, ON, priorityLists, total } from './priority-list.ts';
import type { Schedule } from './schedule.ts';

interface Options {
  /** Share with which a unit is on in a relaxed schedule, shape [units][T]. */
  readonly shares?: readonly Float32Array[];
  readonly redispatch?: Redispatch;
  /** Returns true if no time is left for another attempt. */
  readonly isOver: () => boolean;
}

const MOST_ATTEMPTS = 100;
/**
 * Added to the missing capacity of an hour when more capacity is requested, MW. `GROWTH`: factor of the request per
 * attempt, since the next unit in the list may already be on.
 */
const A_LITTLE = 1;
const GROWTH = 1.1;
/**
 * Factor of the request per attempt if flow limits are violated. Few attempts must suffice, because each solves a
 * linear program for every hour with such a violation.
 */
const GROWTH_OF_FLOWS = 2;

const breaksFlows = (shortage: Shortage): shortage is Required<Shortage> => shortage.worth !== undefined;

export async function listedDispatch(
  instance: Instance,
  { shares, redispatch, isOver }: Options,
): Promise<Schedule | undefined> {
  const requests: Requests = {
    extra: new Float64Array(instance.periods),
    wishes: instance.units.map(() => new Uint8Array(instance.periods)),
  };
  const list = priorityLists(instance, shares);
  let on: readonly (readonly number[])[] = [];
  let result: Schedule | Shortage[] = [];
  let [more, moreFlow] = [1, 1];
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const before = on;
    on = list(requests);
    // A larger request may leave the list unchanged; the shortages are then unchanged too.
    if (on.some((hours, g) => hours !== before[g])) result = await dispatched(instance, on, redispatch);
    if (!Array.isArray(result)) return result;
    if (isOver() || result.some(({ missing }) => missing === 0)) return undefined;
    for (const shortage of result)
      addRequests(requests, instance, on, shortage, breaksFlows(shortage) ? moreFlow : more);
    more *= GROWTH;
    if (result.some(breaksFlows)) moreFlow *= GROWTH_OF_FLOWS;
  }
  return undefined;
}

/** Requests to the next priority list. */
interface Requests {
  /** Additional capacity, MW, shape [T]. */
  readonly extra: Float64Array;
  /** `ON`, `OFF` or 0 (no request), shape [units][T]. */
  readonly wishes: readonly Uint8Array[];
}

async function dispatched(
  instance: Instance,
  on: readonly (readonly number[])[],
  redispatch: Redispatch | undefined,
): Promise<Schedule | Shortage[]> {
  const lacking = shortages(instance, on, instance.requirements);
  return lacking.length > 0 ? lacking : hourlyDispatch(instance, on, redispatch);
}

/** Requests more units for a shortage. `factor`: multiple of the missing capacity that is requested. */
function addRequests(
  { extra, wishes }: Requests,
  instance: Instance,
  on: readonly (readonly number[])[],
  shortage: Shortage,
  factor: number,
): void {
  const { hour, missing } = shortage;
  const mw = missing > 0 ? factor * (missing + A_LITTLE) : missing / 2;
  extra[hour] = (extra[hour] ?? 0) + mw;
  for (const { g, hours, wish } of bestReliefs(instance, on, shortage, factor)) {
    for (const t of hours) {
      const unitWishes = wishes[g];
      if (unitWishes) unitWishes[t] = wish;
      // The priority list recomputes an hour only if its required capacity changes.
      extra[t] = (extra[t] ?? 0) + A_LITTLE;
    }
  }
}

/**
 * A unit is switched on earlier by less than this number of hours. If it has been on for longer, its output is at the
 * maximum, or is limited by something other than its ramps.
 */
const MOST_EARLIER = 4;

/** A unit that is switched on or off so that an hour keeps its flow limits, and the value of this switch. */
interface Relief {
  readonly g: number;
  readonly hours: readonly number[];
  readonly wish: number;
  /** Output that the switch adds or removes, MW. */
  readonly mw: number;
  /** Value of the switch, $/MWh. */
  readonly usd: number;
}

/** The most valuable reliefs of an hour, as many as cover the missing capacity. */
function bestReliefs(
  { units }: Instance,
  on: readonly (readonly number[])[],
  shortage: Shortage,
  factor: number,
): Relief[] {
  if (!breaksFlows(shortage)) return [];
  let remaining = factor * shortage.missing;
  return units
    .map((unit, g) => reliefOf(unit, g, on[g] ?? [], shortage))
    .filter(({ usd, mw }) => usd > 0 && mw > 0)
    .sort((a, b) => b.usd * b.mw - a.usd * a.mw)
    .filter(({ mw }) => {
      remaining -= mw;
      return remaining + mw > 0;
    });
}

/**
 * The switch of a unit that relieves the flow limits. At a bus with a high price, the unit is switched on in its last
 * hour off, since a unit that starts in `hour` itself has limited output. At a bus with a negative price, the unit is
 * switched off for its whole run of hours on.
 */
function reliefOf(
  unit: Unit,
  g: number,
  on: readonly number[],
  { hour, worth, windows }: Required<Shortage>,
): Relief {
  const price = amountAt(worth, unit.bus);
  // `off`: last hour off; -1 if the unit is on in all hours up to `hour`.
  const off = on.lastIndexOf(0, hour);
  if (price < 0) {
    const hours = runFrom(on, off + 1);
    const usd = hours.some((t) => unit.mustBeOn[t]) ? 0 : -price;
    return { g, hours, wish: OFF, mw: amountAt(windows.low, g), usd };
  }
  const isLate = off <= hour - MOST_EARLIER || !unit.mayBeOn[off];
  const usd = isLate ? 0 : price - fullLoadPrice(unit, hour);
  return { g, hours: [off], wish: ON, mw: amountAt(unit.pMax, hour) - amountAt(windows.high, g), usd };
}

function runFrom(on: readonly number[], start: number): number[] {
  const hours: number[] = [];
  for (let t = start; (on[t] ?? 0) > 0; t++) hours.push(t);
  return hours;
}

/**
 * Hours in which the largest output of the units on does not cover load and reserve. `required`: reserve, MW, shape
 * [products][T].
 */
export function shortages(
  instance: Instance,
  on: readonly (readonly number[])[],
  required: readonly (readonly number[])[],
): Shortage[] {
  const { periods, load, renewables, mayShed } = instance;
  const most = outputWindows(instance, on).most();
  const needs = (t: number): number =>
    total(load, t) + total(required, t) - renewables.reduce((mw, { p_max }) => mw + amountAt(p_max, t), 0);
  return Array.from({ length: mayShed ? 0 : periods }, (_, hour) => ({
    hour,
    missing: needs(hour) - total(most, hour),
  })).filter(({ missing }) => missing > 0);
}
