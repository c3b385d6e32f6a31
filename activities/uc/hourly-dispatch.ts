/**
 * Dispatch of a fixed commitment hour by hour in merit order, within the ramps from the hour before and to a stop: no
 * solver, and no look ahead at the load. Storage stays idle, and reserve is what every unit gives upward. Not the cheapest,
 * but a schedule.
 */
import { groupBy } from '../../temporal/case/arithmetic/group-by.ts';
import { amountAt } from '../../temporal/case/arithmetic/series.ts';
import { hasInflow, idleEnergy } from '../case/read-storage.ts';
import type { Instance, Unit } from './instance.ts';
import { outputWindows, type Windows } from './output-windows.ts';
import type { Schedule } from './schedule.ts';

/** MW of one hour. */
export interface HourDispatch {
  /** Shape [units]. */
  readonly output: Float64Array;
  /** Shape [renewables]. */
  readonly renewable: Float64Array;
  /** Load not served, shape [buses]. */
  readonly unserved: Float64Array;
}

/** Makes the dispatch of an hour keep to the flow limits. */
export type Redispatch = (
  t: number,
  windows: Windows,
  dispatch: HourDispatch,
) => Promise<HourDispatch | Shortage>;

/** An hour without a dispatch, and how much capacity on line it lacks; below 0: how much is too much, MW. */
export interface Shortage {
  readonly hour: number;
  /** 0 where no capacity helps, or there is no time. */
  readonly missing: number;
  /** What a MW more is worth at each bus where flow limits are what is broken, $/MWh, shape [buses]. */
  readonly worth?: Float64Array;
  /** What the units could give then; beside `worth`. */
  readonly windows?: Windows;
}

const isShortage = (found: object): found is Shortage => 'missing' in found;

const ROUNDING = 1e-6;

/** `on`: how many units are on, all or none of those that are merged, shape [units][T]. */
export async function hourlyDispatch(
  instance: Instance,
  on: readonly (readonly number[])[],
  redispatch?: Redispatch,
): Promise<Schedule | Shortage[]> {
  const { units, periods, renewables, buses, storage, network } = instance;
  const empty = <T>(items: readonly T[]): number[][] => items.map(() => new Array<number>(periods).fill(0));
  const output = empty(units);
  const renewable = empty(renewables);
  const unserved = empty(buses);
  const reserve = instance.case.reserves.map(() => empty(units));
  const shortfall = empty(instance.case.reserves);
  const windows = outputWindows(instance, on);
  let before: Float64Array = new Float64Array(units.length);
  // The hours after one without a dispatch may lack capacity as well.
  const shortages: Shortage[] = [];
  for (let t = 0; t < periods; t++) {
    const window = windows.at(t, before);
    if (!window) return [...shortages, { hour: t, missing: 0 }];
    const { found, shortage } = await dispatchHour(instance, window, t, redispatch);
    const lacking = addReserve(instance, window, found.output, t, reserve, shortfall);
    if (shortage) shortages.push(shortage);
    if (shortage?.missing === 0) return shortages;
    else if (lacking > 0) shortages.push({ hour: t, missing: lacking });
    write(output, t, found.output);
    write(renewable, t, found.renewable);
    write(unserved, t, found.unserved);
    before = found.output;
  }
  if (shortages.length > 0) return shortages;
  const idle = storage.map((item) => ({
    charge_mw: new Array<number>(periods).fill(0),
    discharge_mw: new Array<number>(periods).fill(0),
    energy_mwh: idleEnergy(item) ?? [],
    ...(hasInflow(item) && { spill_mw: [...item.inflow_mw] }),
  }));
  const none = {
    storageReserve: reserve.map(() => empty(storage)),
    renewableReserve: reserve.map(() => empty(renewables)),
  };
  const losses = Array.from({ length: network.islands }, () => new Array<number>(periods).fill(0));
  return { on, output, renewable, unserved, reserve, ...none, shortfall, storage: idle, losses };
}

/** By merit order, and within the flow limits where there are any. */
async function dispatchHour(
  instance: Instance,
  windows: Windows,
  t: number,
  redispatch: Redispatch | undefined,
): Promise<{ readonly found: HourDispatch; readonly shortage: Shortage | undefined }> {
  const { missing, ...merit } = byMeritOrder(instance, windows, t);
  if (missing !== 0) return { found: merit, shortage: { hour: t, missing } };
  if (!redispatch) return { found: merit, shortage: undefined };
  const moved = await redispatch(t, windows, merit);
  return isShortage(moved) ? { found: merit, shortage: moved } : { found: moved, shortage: undefined };
}

function write(series: readonly number[][], t: number, values: Float64Array): void {
  for (const [i, hours] of series.entries()) hours[t] = values[i] ?? 0;
}

/** Output of the cheapest MWh within the windows; `missing`: MW of an island without a balance. */
function byMeritOrder(
  instance: Instance,
  windows: Windows,
  t: number,
): HourDispatch & Pick<Shortage, 'missing'> {
  const { renewables, buses } = instance;
  const found: HourDispatch = {
    output: windows.low.slice(),
    renewable: Float64Array.from(renewables, ({ p_min }) => amountAt(p_min, t)),
    unserved: new Float64Array(buses.length),
  };
  const left = residuals(instance, found, t);
  for (const { to, position, island, mw } of offers(instance, windows, t)) {
    const taken = Math.max(0, Math.min(mw, left[island] ?? 0));
    left[island] = (left[island] ?? 0) - taken;
    found[to][position] = (found[to][position] ?? 0) + taken;
  }
  return { ...found, missing: shedRest(instance, t, left, found.unserved) };
}

/** Load less supply of each island, MW. */
export function residuals(
  { units, renewables, network, load }: Instance,
  found: HourDispatch,
  t: number,
): Float64Array {
  const left = new Float64Array(network.islands);
  const add = (bus: number, mw: number): void => {
    const island = network.island[bus] ?? 0;
    left[island] = (left[island] ?? 0) + mw;
  };
  for (const [b, series] of load.entries()) add(b, amountAt(series, t));
  for (const [g, { bus }] of units.entries()) add(bus, -(found.output[g] ?? 0));
  for (const [i, { at }] of renewables.entries()) add(at, -(found.renewable[i] ?? 0));
  return left;
}

export interface Offer {
  readonly to: 'output' | 'renewable';
  readonly position: number;
  readonly island: number;
  readonly mw: number;
  /** $/MWh. */
  readonly price: number;
}

/** What units and renewables have above their least output, the cheapest first. */
export function offers({ units, renewables, network }: Instance, { low, high }: Windows, t: number): Offer[] {
  const found: Offer[] = [];
  for (const [g, unit] of units.entries())
    addOffers(found, unit, { g, island: network.island[unit.bus] ?? 0 }, [low[g] ?? 0, high[g] ?? 0], t);
  for (const [position, { p_min, p_max, marginal_cost: price = 0, at }] of renewables.entries()) {
    const mw = amountAt(p_max, t) - amountAt(p_min, t);
    if (mw > 0) found.push({ to: 'renewable', position, island: network.island[at] ?? 0, mw, price });
  }
  return found.sort((a, b) => a.price - b.price);
}

/** The cost segments of a unit, or of merged ones, between two outputs. */
function addOffers(
  found: Offer[],
  { cost, pMin, count }: Unit,
  { g: position, island }: { readonly g: number; readonly island: number },
  [low, high]: readonly [low: number, high: number],
  t: number,
): void {
  if (high <= low) return;
  let from = count * amountAt(pMin, t);
  for (const { width, slope: price } of cost[t]?.segments ?? []) {
    const mw = Math.min(high, from + count * width) - Math.max(low, from);
    if (mw > 0) found.push({ to: 'output', position, island, mw, price });
    from += count * width;
  }
}

/** What is left is shed where load has a price; returns what cannot be, the most of an island, MW. */
function shedRest(
  { network, sheddable }: Instance,
  t: number,
  left: Float64Array,
  unserved: Float64Array,
): number {
  let missing = 0;
  for (const [island, mw] of left.entries()) {
    if (Math.abs(mw) <= ROUNDING) continue;
    const steps = sheddable.filter(({ at }) => network.island[at] === island);
    const isShed = mw > 0 && shed(steps, t, mw, unserved);
    if (!isShed && Math.abs(mw) > Math.abs(missing)) missing = mw;
  }
  return missing;
}

/** Takes MW off the loads of an island, the cheapest first and those of one price in equal shares; false where there is too little. */
function shed(steps: Instance['sheddable'], t: number, mw: number, unserved: Float64Array): boolean {
  if (mw > total(steps, t)) return false;
  let left = mw;
  const byPrice = groupBy(steps, ({ price }) => amountAt(price, t));
  for (const [, equal] of [...byPrice].sort(([a], [b]) => a - b)) {
    const all = total(equal, t);
    const share = all > 0 ? Math.min(1, left / all) : 0;
    for (const { at, most } of equal) unserved[at] = (unserved[at] ?? 0) + share * amountAt(most, t);
    left -= share * all;
  }
  return true;
}

const total = (steps: Instance['sheddable'], t: number): number =>
  steps.reduce((mw, { most }) => mw + amountAt(most, t), 0);

/** Reserve from the room above the output, by product; returns what hard requirements lack, MW. */
function addReserve(
  { requirements, case: { reserves } }: Instance,
  { high }: Windows,
  output: Float64Array,
  t: number,
  reserve: readonly number[][][],
  shortfall: readonly number[][],
): number {
  const rooms = high.map((mw, g) => Math.max(0, mw - (output[g] ?? 0) - ROUNDING));
  let missing = 0;
  for (const [q, product] of reserves.entries()) {
    const left = provide(rooms, amountAt(requirements[q], t), reserve[q] ?? [], t);
    if (left > ROUNDING && product.penalty_usd_per_mwh === undefined) missing += left;
    const short = shortfall[q];
    if (short) short[t] = left;
  }
  return missing;
}

/** Takes a requirement off the rooms in turn; returns what they lack, MW. */
function provide(rooms: Float64Array, mw: number, reserve: readonly number[][], t: number): number {
  let left = mw;
  for (let g = 0; g < rooms.length && left > 0; g++) {
    const taken = Math.min(rooms[g] ?? 0, left);
    const hours = reserve[g];
    if (hours) hours[t] = taken;
    rooms[g] = (rooms[g] ?? 0) - taken;
    left -= taken;
  }
  return Math.max(0, left);
}
