/**
 * Dispatch of a fixed commitment hour by hour in merit order, without a solver and without looking ahead. Outputs
 * respect the ramps from the previous hour and to a later stop. Storage stays idle, and only units give reserve,
 * upward. The schedule is feasible, but not the cheapest.
 */

import { groupBy } from '../../temporal/case/arithmetic/group-by.ts';
import { isHard } from '../../temporal/case/arithmetic/reserve-shortfall.ts';
import { amountAt } from '../../temporal/case/arithmetic/series.ts';
import { hasInflow, idleEnergy } from '../case/read-storage.ts';
import type { Instance, Unit } from './instance.ts';
import { outputWindows, type Windows } from './output-windows.ts';
import type { Schedule } from './schedule.ts';

/** Dispatch of one hour, MW. */
export interface HourDispatch {
  /** Output of the units, shape [units]. */
  readonly output: Float64Array;
  /** Output of the renewables, shape [renewables]. */
  readonly renewable: Float64Array;
  /** Load not served, shape [buses]. */
  readonly unserved: Float64Array;
}

/** Changes the dispatch of an hour so that it keeps the flow limits. */
export type Redispatch = (
  t: number,
  windows: Windows,
  dispatch: HourDispatch,
) => Promise<HourDispatch | Shortage>;

/** An hour without a feasible dispatch. `missing`: capacity that the units on lack, MW; negative for a surplus. */
export interface Shortage {
  readonly hour: number;
  /** 0 if more capacity would not help, or if time is up. */
  readonly missing: number;
  /** Value of one more MW at each bus, $/MWh, shape [buses]; present if flow limits are violated. */
  readonly worth?: Float64Array;
  /** Output windows of the units in this hour; present together with `worth`. */
  readonly windows?: Windows;
}

const isShortage = (value: object): value is Shortage => 'missing' in value;

const ROUNDING = 1e-6;

/**
 * Returns the schedule, or the hours without a dispatch. `on`: number of units on (of merged units: all or none), shape
 * [units][T].
 */
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
  // After an hour without a dispatch, later hours are still checked, since they may lack capacity too.
  const shortages: Shortage[] = [];
  for (let t = 0; t < periods; t++) {
    const window = windows.at(t, before);
    if (!window) return [...shortages, { hour: t, missing: 0 }];
    const { dispatch, shortage } = await dispatchHour(instance, window, t, redispatch);
    const lacking = addReserve(instance, window, dispatch.output, t, reserve, shortfall);
    if (shortage) shortages.push(shortage);
    if (shortage?.missing === 0) return shortages;
    else if (lacking > 0) shortages.push({ hour: t, missing: lacking });
    write(output, t, dispatch.output);
    write(renewable, t, dispatch.renewable);
    write(unserved, t, dispatch.unserved);
    before = dispatch.output;
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

/** Dispatches one hour in merit order, and within the flow limits if `redispatch` is given. */
async function dispatchHour(
  instance: Instance,
  windows: Windows,
  t: number,
  redispatch: Redispatch | undefined,
): Promise<{ readonly dispatch: HourDispatch; readonly shortage: Shortage | undefined }> {
  const { missing, ...merit } = byMeritOrder(instance, windows, t);
  if (missing !== 0) return { dispatch: merit, shortage: { hour: t, missing } };
  if (!redispatch) return { dispatch: merit, shortage: undefined };
  const moved = await redispatch(t, windows, merit);
  return isShortage(moved) ? { dispatch: merit, shortage: moved } : { dispatch: moved, shortage: undefined };
}

function write(series: readonly number[][], t: number, values: Float64Array): void {
  for (const [i, hours] of series.entries()) hours[t] = values[i] ?? 0;
}

/** Dispatch in merit order within the windows; `missing`: largest imbalance of an island, MW. */
function byMeritOrder(
  instance: Instance,
  windows: Windows,
  t: number,
): HourDispatch & Pick<Shortage, 'missing'> {
  const { renewables, buses } = instance;
  const dispatch: HourDispatch = {
    output: windows.low.slice(),
    renewable: Float64Array.from(renewables, ({ p_min }) => amountAt(p_min, t)),
    unserved: new Float64Array(buses.length),
  };
  const residual = residuals(instance, dispatch, t);
  for (const { to, position, island, mw } of offers(instance, windows, t)) {
    const served = Math.max(0, Math.min(mw, residual[island] ?? 0));
    residual[island] = (residual[island] ?? 0) - served;
    dispatch[to][position] = (dispatch[to][position] ?? 0) + served;
  }
  return { ...dispatch, missing: shedRest(instance, t, residual, dispatch.unserved) };
}

/** Load less supply of each island, MW. */
export function residuals(
  { units, renewables, network, load }: Instance,
  dispatch: HourDispatch,
  t: number,
): Float64Array {
  const residual = new Float64Array(network.islands);
  const add = (bus: number, mw: number): void => {
    const island = network.island[bus] ?? 0;
    residual[island] = (residual[island] ?? 0) + mw;
  };
  for (const [b, series] of load.entries()) add(b, amountAt(series, t));
  for (const [g, { bus }] of units.entries()) add(bus, -(dispatch.output[g] ?? 0));
  for (const [i, { at }] of renewables.entries()) add(at, -(dispatch.renewable[i] ?? 0));
  return residual;
}

export interface Offer {
  readonly to: 'output' | 'renewable';
  readonly position: number;
  readonly island: number;
  readonly mw: number;
  /** Price of the offered output, $/MWh. */
  readonly price: number;
}

/** Offers of output above the minimum by units and renewables, cheapest first. */
export function offers({ units, renewables, network }: Instance, { low, high }: Windows, t: number): Offer[] {
  const list: Offer[] = [];
  for (const [g, unit] of units.entries())
    addOffers(list, unit, { g, island: network.island[unit.bus] ?? 0 }, [low[g] ?? 0, high[g] ?? 0], t);
  for (const [position, { p_min, p_max, marginal_cost, at }] of renewables.entries()) {
    const mw = amountAt(p_max, t) - amountAt(p_min, t);
    const price = amountAt(marginal_cost, t);
    if (mw > 0) list.push({ to: 'renewable', position, island: network.island[at] ?? 0, mw, price });
  }
  return list.sort((a, b) => a.price - b.price);
}

/** Offers the cost segments of a unit, or of merged units, between two outputs. */
function addOffers(
  list: Offer[],
  { cost, pMin, count }: Unit,
  { g: position, island }: { readonly g: number; readonly island: number },
  [low, high]: readonly [low: number, high: number],
  t: number,
): void {
  if (high <= low) return;
  let from = count * amountAt(pMin, t);
  for (const { width, slope: price } of cost[t]?.segments ?? []) {
    const mw = Math.min(high, from + count * width) - Math.max(low, from);
    if (mw > 0) list.push({ to: 'output', position, island, mw, price });
    from += count * width;
  }
}

/** Covers `residual` with load that may be shed; returns the largest remaining imbalance of an island, MW. */
function shedRest(
  { network, sheddable }: Instance,
  t: number,
  residual: Float64Array,
  unserved: Float64Array,
): number {
  let missing = 0;
  for (const [island, mw] of residual.entries()) {
    if (Math.abs(mw) <= ROUNDING) continue;
    const steps = sheddable.filter(({ at }) => network.island[at] === island);
    const isShed = mw > 0 && shed(steps, t, mw, unserved);
    if (!isShed && Math.abs(mw) > Math.abs(missing)) missing = mw;
  }
  return missing;
}

/** Sheds load, cheapest first, in equal shares at equal prices. Returns false if less than `mw` may be shed. */
function shed(steps: Instance['sheddable'], t: number, mw: number, unserved: Float64Array): boolean {
  if (mw > total(steps, t)) return false;
  let remaining = mw;
  const byPrice = groupBy(steps, ({ price }) => amountAt(price, t));
  for (const [, equal] of [...byPrice].sort(([a], [b]) => a - b)) {
    const all = total(equal, t);
    const share = all > 0 ? Math.min(1, remaining / all) : 0;
    for (const { at, most } of equal) unserved[at] = (unserved[at] ?? 0) + share * amountAt(most, t);
    remaining -= share * all;
  }
  return true;
}

const total = (steps: Instance['sheddable'], t: number): number =>
  steps.reduce((mw, { most }) => mw + amountAt(most, t), 0);

/** Assigns reserve to the units by product, within their headroom; returns the shortfall of hard requirements, MW. */
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
    const lacking = provide(rooms, amountAt(requirements[q], t), reserve[q] ?? [], t);
    if (lacking > ROUNDING && isHard(product)) missing += lacking;
    const short = shortfall[q];
    if (short) short[t] = lacking;
  }
  return missing;
}

/** Meets a requirement from the headroom of the units, one after another; returns the shortfall, MW. */
function provide(rooms: Float64Array, mw: number, reserve: readonly number[][], t: number): number {
  let remaining = mw;
  for (let g = 0; g < rooms.length && remaining > 0; g++) {
    const part = Math.min(rooms[g] ?? 0, remaining);
    const hours = reserve[g];
    if (hours) hours[t] = part;
    rooms[g] = (rooms[g] ?? 0) - part;
    remaining -= part;
  }
  return Math.max(0, remaining);
}
