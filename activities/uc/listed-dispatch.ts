/**
 * A commitment by priority list with its dispatch hour by hour: hours that turn out to lack capacity on line get more of it,
 * as often as it takes. No solver and no model, so that there is a schedule in no time.
 */
import { amountAt } from '../../temporal/case/arithmetic/series.ts';
import { hourlyDispatch, type Redispatch, type Shortage } from './hourly-dispatch.ts';
import type { Instance } from './instance.ts';
import { outputWindows } from './output-windows.ts';
import { priorityLists } from './priority-list.ts';
import type { Schedule } from './schedule.ts';
import { fullLoadPrice } from './unit-cost.ts';

interface Options {
  /** In what share of a relaxed schedule a unit is on, shape [units][T]. */
  readonly shares?: readonly Float32Array[];
  readonly redispatch?: Redispatch;
  /** True when there is no time left for another attempt. */
  readonly isOver: () => boolean;
}

const MOST_ATTEMPTS = 40;
/** What an hour lacks and a little, MW; more with each attempt, since units that are on anyway may be the next in the list. */
const A_LITTLE = 1;
const GROWTH = 1.1;

export async function listedDispatch(
  instance: Instance,
  { shares, redispatch, isOver }: Options,
): Promise<Schedule | undefined> {
  const extra = new Float64Array(instance.periods);
  const forced = instance.units.map(() => new Uint8Array(instance.periods));
  const list = priorityLists(instance, shares);
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const on = list({ extra, forced });
    const lacking = shortages(instance, on);
    const found = lacking.length > 0 ? lacking : await hourlyDispatch(instance, on, redispatch);
    if (!Array.isArray(found)) return found;
    if (isOver() || found.some(({ missing }) => missing === 0)) return undefined;
    for (const shortage of found) {
      raise(extra, shortage, GROWTH ** attempt);
      force(instance, on, forced, shortage, GROWTH ** attempt);
    }
  }
  return undefined;
}

function raise(extra: Float64Array, { hour, missing }: Shortage, factor: number): void {
  const more = missing > 0 ? factor * (missing + A_LITTLE) : missing / 2;
  extra[hour] = (extra[hour] ?? 0) + more;
}

/** Where flow limits are broken, the units that are off at buses where power is worth most are on first. */
function force(
  { units }: Instance,
  on: readonly (readonly number[])[],
  forced: readonly Uint8Array[],
  { hour, missing, worth }: Shortage,
  factor: number,
): void {
  if (!worth) return;
  const gains = units.map((unit, g) => ({
    g,
    mw: amountAt(unit.pMax, hour),
    usd:
      unit.mayBeOn[hour] && on[g]?.[hour] === 0 ? amountAt(worth, unit.bus) - fullLoadPrice(unit, hour) : 0,
  }));
  let left = factor * missing;
  for (const { g, mw } of gains.filter(({ usd }) => usd > 0).sort((a, b) => b.usd - a.usd)) {
    if (left <= 0) return;
    const hours = forced[g];
    if (hours) hours[hour] = 1;
    left -= mw;
  }
}

/** Hours in which the units on cannot give enough, whatever they gave before. */
function shortages(instance: Instance, on: readonly (readonly number[])[]): Shortage[] {
  const { periods, load, requirements, renewables, unservedPrice } = instance;
  const most = outputWindows(instance, on).most();
  const needs = (t: number): number =>
    total(load, t) +
    total(requirements, t) -
    renewables.reduce((mw, { p_max }) => mw + amountAt(p_max, t), 0);
  return Array.from({ length: unservedPrice === undefined ? periods : 0 }, (_, hour) => ({
    hour,
    missing: needs(hour) - total(most, hour),
  })).filter(({ missing }) => missing > 0);
}

/** MW of an hour. */
const total = (series: readonly ArrayLike<number>[], t: number): number =>
  series.reduce((mw, hours) => mw + amountAt(hours, t), 0);
