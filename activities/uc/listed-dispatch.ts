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
  const list = priorityLists(instance, shares);
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const on = list({ extra });
    const lacking = shortages(instance, on);
    const found = lacking.length > 0 ? lacking : await hourlyDispatch(instance, on, redispatch);
    if (!Array.isArray(found)) return found;
    if (isOver() || found.some(({ missing }) => missing === 0)) return undefined;
    for (const shortage of found) raise(extra, shortage, GROWTH ** attempt);
  }
  return undefined;
}

function raise(extra: Float64Array, { hour, missing }: Shortage, factor: number): void {
  const more = missing > 0 ? factor * (missing + A_LITTLE) : missing / 2;
  extra[hour] = (extra[hour] ?? 0) + more;
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
