/**
 * A commitment by priority list with its dispatch hour by hour: hours that turn out to lack capacity on line get more of it,
 * as often as it takes. No solver and no model, so that there is a schedule in no time.
 */
import { amountAt } from '../../temporal/case/arithmetic/series.ts';
import { fullLoadPrice } from './cost.ts';
import { hourlyDispatch, type Redispatch, type Shortage } from './hourly-dispatch.ts';
import type { Instance, Unit } from './instance.ts';
import { outputWindows } from './output-windows.ts';
import { OFF, ON, priorityLists, total } from './priority-list.ts';
import type { Schedule } from './schedule.ts';

interface Options {
  /** In what share of a relaxed schedule a unit is on, shape [units][T]. */
  readonly shares?: readonly Float32Array[];
  readonly redispatch?: Redispatch;
  /** True when there is no time left for another attempt. */
  readonly isOver: () => boolean;
}

const MOST_ATTEMPTS = 100;
/** What an hour lacks and a little, MW; more with each attempt, since units that are on anyway may be the next in the list. */
const A_LITTLE = 1;
const GROWTH = 1.1;
/** Where flow limits are broken few attempts must do: each is a linear program for every such hour. */
const GROWTH_OF_FLOWS = 2;

const breaksFlows = (shortage: Shortage): shortage is Required<Shortage> => shortage.worth !== undefined;

export async function listedDispatch(
  instance: Instance,
  { shares, redispatch, isOver }: Options,
): Promise<Schedule | undefined> {
  const asked: Asked = {
    extra: new Float64Array(instance.periods),
    wishes: instance.units.map(() => new Uint8Array(instance.periods)),
  };
  const list = priorityLists(instance, shares);
  let on: readonly (readonly number[])[] = [];
  let found: Schedule | Shortage[] = [];
  let [more, moreFlow] = [1, 1];
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const before = on;
    on = list(asked);
    // A little more need not bring another unit: the same list lacks the same.
    if (on.some((own, g) => own !== before[g])) found = await dispatched(instance, on, redispatch);
    if (!Array.isArray(found)) return found;
    if (isOver() || found.some(({ missing }) => missing === 0)) return undefined;
    for (const shortage of found) ask(asked, instance, on, shortage, breaksFlows(shortage) ? moreFlow : more);
    more *= GROWTH;
    if (found.some(breaksFlows)) moreFlow *= GROWTH_OF_FLOWS;
  }
  return undefined;
}

/** What the next list is asked for. */
interface Asked {
  /** MW, shape [T]. */
  readonly extra: Float64Array;
  /** Shape [units][T]. */
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

/** `factor`: how much more than what the hour lacks. */
function ask(
  { extra, wishes }: Asked,
  instance: Instance,
  on: readonly (readonly number[])[],
  shortage: Shortage,
  factor: number,
): void {
  const { hour, missing } = shortage;
  const mw = missing > 0 ? factor * (missing + A_LITTLE) : missing / 2;
  extra[hour] = (extra[hour] ?? 0) + mw;
  for (const { g, hours, wish } of relieving(instance, on, shortage, factor)) {
    for (const t of hours) {
      const own = wishes[g];
      if (own) own[t] = wish;
      // An hour is listed anew where it needs more.
      extra[t] = (extra[t] ?? 0) + A_LITTLE;
    }
  }
}

/** A unit that has been on for longer is at its full output, or its ramps are not what keeps it from that, h. */
const MOST_EARLIER = 4;

/** What to wish for so that an hour breaks no flow limit: a unit on or off, and what that is worth. */
interface Relief {
  readonly g: number;
  readonly hours: readonly number[];
  readonly wish: number;
  /** What it gives more, or must no longer give, MW. */
  readonly mw: number;
  /** $/MWh. */
  readonly usd: number;
}

/** The reliefs of an hour that are worth most, until they come to what it lacks. */
function relieving(
  { units }: Instance,
  on: readonly (readonly number[])[],
  shortage: Shortage,
  factor: number,
): Relief[] {
  if (!breaksFlows(shortage)) return [];
  let left = factor * shortage.missing;
  return units
    .map((unit, g) => reliefOf(unit, g, on[g] ?? [], shortage))
    .filter(({ usd, mw }) => usd > 0 && mw > 0)
    .sort((a, b) => b.usd * b.mw - a.usd * a.mw)
    .filter(({ mw }) => {
      left -= mw;
      return left + mw > 0;
    });
}

/**
 * A unit at a bus where power is dear is on in the last hour in which it is off, since one that is on in the hour itself has
 * only just started; a unit at a bus where power must not come from is off as long as it would be on.
 */
function reliefOf(
  unit: Unit,
  g: number,
  on: readonly number[],
  { hour, worth, windows }: Required<Shortage>,
): Relief {
  const price = amountAt(worth, unit.bus);
  // -1 = it is on in all hours up to this one.
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

/** Hours in which the units on cannot give enough, whatever they gave before. `required`: reserve, MW, shape [products][T]. */
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
