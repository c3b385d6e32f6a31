/**
 * Converts column values to the schedule in MW, rounded to 1e-6 MW. The balance of each island is then repaired, so
 * that the rounded numbers add up.
 */
import { atEnds } from '../../temporal/case/arithmetic/dc-flow.ts';
import { rounded } from '../../temporal/case/arithmetic/rounded.ts';
import { amountAt } from '../../temporal/case/arithmetic/series.ts';
import type { Series, StorageSchedule } from '../../temporal/case/messages/result.ts';
import { hasInflow, keptShare } from '../case/read-storage.ts';
import { activity } from '../milp/model.ts';
import type { Instance, Unit } from './instance.ts';
import { drawLosses } from './losses.ts';
import { dcPower, shiftAngle, shortfallTerms, type Variables } from './variables.ts';

export interface Schedule {
  /** 1 in hours on, shape [units][T]. */
  readonly on: readonly (readonly number[])[];
  /** Output, MW, shape [units][T]. */
  readonly output: readonly number[][];
  /** Reserve of the units, MW, shape [products][units][T]. */
  readonly reserve: readonly (readonly (readonly number[])[])[];
  /** Reserve, MW, shape [products][storage][T] and [products][renewables][T]; 0 for a resource that gives none. */
  readonly storageReserve: readonly (readonly (readonly number[])[])[];
  readonly renewableReserve: readonly (readonly (readonly number[])[])[];
  /** Shortfall of each reserve product, MW, shape [products][T]. */
  readonly shortfall: readonly (readonly number[])[];
  /** Output of the renewables, MW, shape [renewables][T]. */
  readonly renewable: readonly (readonly number[])[];
  readonly storage: readonly StorageSchedule[];
  /** Flow of the DC lines, MW, shape [DC lines][T]; absent without DC lines. */
  readonly dcFlow?: readonly (readonly number[])[];
  /** Angles of the phase shifters, deg, shape [shifters][T]; absent without phase shifters. */
  readonly angles?: readonly (readonly number[])[];
  /** Load not served, MW, shape [buses][T]. */
  readonly unserved: readonly (readonly number[])[];
  /** Transmission losses, MW, shape [islands][T]. */
  readonly losses: readonly (readonly number[])[];
}

/** Angles are rounded to 1e-9 deg, because one degree may move thousands of MW. */
const ANGLES_PER_DEG = 1e9;

/** Output above which a unit counts as on in a dispatch without commitment, MW. */
const RUNNING_MW = 1e-6;

export function toSchedule(instance: Instance, x: Variables, primal: Float64Array): Schedule {
  const { units, periods, requirements, renewables, storage, dcLines, relaxed, network } = instance;
  const hours = Array.from({ length: periods }, (_, t) => t);
  const value = (column: number): number => primal[column] ?? 0;
  const amountOf = (column: number): number => rounded(Math.max(0, value(column)));
  const reserved = (column: (t: number) => number): number[] => hours.map((t) => amountOf(column(t)));
  const committed = units.map((_, g) => hours.map((t) => Math.round(value(x.on(g, t))) + 0));
  const output = units.map(({ pMin, pMax }, g) =>
    hours.map((t) => {
      if (committed[g]?.[t] !== 1) return 0;
      const mw = (pMin[t] ?? 0) + value(x.above(g, t));
      return rounded(Math.min(Math.max(mw, pMin[t] ?? 0), pMax[t] ?? 0));
    }),
  );
  const schedule: Schedule = {
    on: committed,
    output,
    reserve: requirements.map((_, q) =>
      units.map((_unit, g) =>
        reserved((t) => x.reserve(q, g, t)).map((mw, t) => mw || amountOf(x.offReserve(q, g, t))),
      ),
    ),
    storageReserve: requirements.map((_, q) =>
      storage.map((_item, s) => reserved((t) => x.storageReserve(q, s, t))),
    ),
    renewableReserve: requirements.map((_, q) =>
      renewables.map((_item, i) => reserved((t) => x.renewableReserve(q, i, t))),
    ),
    shortfall: requirements.map((_, q) =>
      hours.map((t) => rounded(Math.max(0, activity(shortfallTerms(instance, x, q, t), primal)))),
    ),
    renewable: renewables.map(({ p_min, p_max }, i) =>
      hours.map((t) => rounded(Math.min(Math.max(value(x.renewable(i, t)), p_min[t] ?? 0), p_max[t] ?? 0))),
    ),
    storage: storage.map((_, s) => storageSchedule(instance, x, primal, s)),
    ...(dcLines.length > 0 && {
      dcFlow: dcLines.map(({ least, most }, d) =>
        hours.map((t) => {
          const mw = activity(dcPower(x, d, t), primal);
          return rounded(Math.min(Math.max(mw, amountAt(least, t)), amountAt(most, t)));
        }),
      ),
    }),
    ...(network.shifters.length > 0 && {
      angles: network.shifters.map(({ min_deg, max_deg }, k) =>
        hours.map((t) => {
          const deg = Math.min(Math.max(activity(shiftAngle(x, k, t), primal), min_deg), max_deg);
          return Math.round(deg * ANGLES_PER_DEG) / ANGLES_PER_DEG + 0;
        }),
      ),
    }),
    unserved: unservedOf(instance, (k, t) => Math.max(0, value(x.unserved(k, t)))),
    losses: Array.from({ length: network.islands }, (_, island) =>
      hours.map((t) => rounded(Math.max(0, value(x.losses(island, t))))),
    ),
  };
  repairBalances(instance, schedule);
  return relaxed
    ? { ...schedule, on: output.map((series) => series.map((mw) => Number(mw > RUNNING_MW))) }
    : schedule;
}

/** Rounds a schedule that was made without a model as if it came from a model. */
export function roundedSchedule(instance: Instance, schedule: Schedule): Schedule {
  const allRounded = (series: readonly (readonly number[])[]): number[][] =>
    series.map((hours) => hours.map(rounded));
  const result = {
    ...schedule,
    output: allRounded(schedule.output),
    reserve: schedule.reserve.map(allRounded),
    shortfall: allRounded(schedule.shortfall),
    renewable: allRounded(schedule.renewable),
    unserved: allRounded(schedule.unserved),
  };
  repairBalances(instance, result);
  return result;
}

/** Load not served, MW, shape [buses][T]. */
function unservedOf(
  { buses, periods, sheddable }: Instance,
  mwOf: (k: number, t: number) => number,
): number[][] {
  const unserved = buses.map(() => new Array<number>(periods).fill(0));
  for (const [k, { at }] of sheddable.entries()) {
    const hours = unserved[at] ?? [];
    for (const [t, mw] of hours.entries()) hours[t] = rounded(mw + mwOf(k, t));
  }
  return unserved;
}

function repairBalances(instance: Instance, schedule: Schedule): void {
  for (let t = 0; t < instance.periods; t++) repairBalance(instance, schedule, t);
}

/** Energy is computed again from the rounded powers. */
function storageSchedule(
  { periods, storage }: Instance,
  x: Variables,
  primal: Float64Array,
  s: number,
): StorageSchedule {
  const schedule: StorageSchedule = { charge_mw: [], discharge_mw: [], energy_mwh: [] };
  const item = storage[s];
  if (!item) return schedule;
  const value = (column: number): number => primal[column] ?? 0;
  const amount = (column: number): number => rounded(Math.max(0, value(column)));
  const spill_mw: number[] = [];
  let energy = item.cyclic ? value(x.energy(s, periods - 1)) : item.initial_mwh;
  for (let t = 0; t < periods; t++) {
    const charging = value(x.charging(s, t)) > 0.5;
    const charge = charging || !item.no_simultaneous ? amount(x.charge(s, t)) : 0;
    const discharge = charging && item.no_simultaneous ? 0 : amount(x.discharge(s, t));
    const spilled = amount(x.spill(s, t));
    energy =
      keptShare(item) * energy + item.charge_efficiency * charge - discharge / item.discharge_efficiency;
    energy += amountAt(item.inflow_mw, t) - spilled;
    schedule.charge_mw.push(charge);
    schedule.discharge_mw.push(discharge);
    schedule.energy_mwh.push(rounded(energy));
    spill_mw.push(spilled);
  }
  return { ...schedule, ...(hasInflow(item) && { spill_mw }) };
}

/**
 * Assigns the rounding error of each island to the unit that can change its output most; no idle unit is started for
 * this.
 */
function repairBalance(instance: Instance, schedule: Schedule, t: number): void {
  for (let island = 0; island < instance.network.islands; island++) {
    const residual = imbalance(instance, schedule, island, t);
    if (Math.abs(residual) < 1e-9) continue;
    const rooms = instance.units.map((unit, g) => {
      const mw = schedule.output[g]?.[t] ?? 0;
      const inside = instance.network.island[unit.bus] === island && schedule.on[g]?.[t] === 1;
      return inside && !(instance.relaxed && mw <= RUNNING_MW) ? roomFor(residual, unit, mw, t) : 0;
    });
    const room = Math.max(0, ...rooms);
    const hours = schedule.output[rooms.indexOf(room)];
    if (hours && room > 0)
      hours[t] = rounded((hours[t] ?? 0) + Math.sign(residual) * Math.min(room, Math.abs(residual)));
  }
}

/** Largest change of the output in the direction of `residual`, MW. */
const roomFor = (residual: number, { pMin, pMax }: Unit, mw: number, t: number): number =>
  residual > 0 ? (pMax[t] ?? 0) - mw : mw - (pMin[t] ?? 0);

/** Load and losses less supply of an island, MW. */
function imbalance(instance: Instance, schedule: Schedule, island: number, t: number): number {
  let mw = schedule.losses[island]?.[t] ?? 0;
  for (const [b, net] of netInjections(instance, schedule, t).entries())
    if (instance.network.island[b] === island) mw -= net;
  return mw;
}

/** Supply less load and less the bus's share of the losses, MW, then the angles, deg; shape [T][injectionCount]. */
export const injectionsOf = (instance: Instance, schedule: Schedule): readonly Float64Array[] =>
  drawLosses(
    instance,
    Array.from({ length: instance.periods }, (_, t) => netInjections(instance, schedule, t)),
  );

/** Supply less load in hour t, MW, then the angles, deg; shape [injectionCount]. */
function netInjections(
  { buses, units, renewables, storage, dcLines, load }: Instance,
  s: Schedule,
  t: number,
): Float64Array {
  const at = (series: readonly number[] | undefined): number => amountAt(series, t);
  const net = Float64Array.from([
    ...buses.map((_bus, b) => at(s.unserved[b]) - at(load[b])),
    ...(s.angles ?? []).map(at),
  ]);
  const add = (b: number, mw: number): void => {
    net[b] = (net[b] ?? 0) + mw;
  };
  for (const [g, { bus }] of units.entries()) add(bus, at(s.output[g]));
  for (const [i, item] of renewables.entries()) add(item.at, at(s.renewable[i]));
  for (const [k, item] of storage.entries())
    add(item.at, at(s.storage[k]?.discharge_mw) - at(s.storage[k]?.charge_mw));
  for (const [d, { from, to, loss }] of dcLines.entries()) {
    const [atFrom, atTo] = atEnds(at(s.dcFlow?.[d]), loss);
    add(from, atFrom);
    add(to, atTo);
  }
  return net;
}

/** Starts of a unit: 1 in the hours in which it starts. `on`: its commitment, shape [T]. */
export const startsOf = (onBefore: boolean | undefined, on: readonly number[] = []): number[] =>
  on.map((now, t) => Number(now > (t > 0 ? (on[t - 1] ?? 0) : Number(onBefore ?? false))));

export const bySeriesName = (names: readonly string[], series: readonly (readonly number[])[]): Series =>
  Object.fromEntries(names.map((name, i) => [name, [...(series[i] ?? [])]]));
