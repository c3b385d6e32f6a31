/** Adds up the resources on a set of buses, and computes the power that these buses must import. */

import { atEnds } from '../../../temporal/case/arithmetic/dc-flow.ts';
import { groupBy } from '../../../temporal/case/arithmetic/group-by.ts';
import { byIsland, createIslands } from '../../../temporal/case/arithmetic/islands.ts';
import { knownAt } from '../../../temporal/case/arithmetic/series.ts';
import type { Case, CaseLine, CaseStorage } from '../../case/case.ts';
import { demandResources } from '../../case/read-bid.ts';
import { keptShare, mostStored } from '../../case/read-storage.ts';
import { sheddableLoads } from '../../case/shedding.ts';
import { type Area, type InfeasibleCase, MARGIN_MW, sum, type UnitRange } from './infeasible-case.ts';

export function toArea(
  instance: Case,
  units: readonly UnitRange[],
  buses: ReadonlySet<number>,
  hours: readonly number[],
): Area {
  const here = <Item extends { readonly bus: number }>(items: readonly Item[]) =>
    items.filter((item) => buses.has(item.bus));
  const renewables = here([...instance.renewables, ...demandResources(instance)]);
  const storages = here(instance.storage);
  const loads = here(instance.loads);
  const demand = (at: typeof loads, hour: number) => sum(at, (load) => knownAt(load.values, hour));
  const shed = [...groupBy(loads, ({ bus }) => bus).values()].flatMap((at) =>
    sheddableLoads(at, instance.horizon),
  );
  const dc = (hour: number) => crossing(instance.dc_lines, buses, hour);
  const discharged = storages.map(mostDischarged);
  return {
    buses,
    units: units.filter((unit) => buses.has(unit.generator.bus)),
    load: hours.map((hour) => demand(loads, hour)),
    otherLow: hours.map(
      (hour) =>
        sum(renewables, (item) => knownAt(item.p_min, hour)) -
        sum(storages, (item) => knownAt(item.charge_mw, hour)) +
        dc(hour).low,
    ),
    otherHigh: hours.map(
      (hour) =>
        sum(renewables, (item) => knownAt(item.p_max, hour)) +
        sum(discharged, (most) => knownAt(most, hour)) +
        dc(hour).high,
    ),
    sheddable: hours.map((hour) => sum(shed, ({ most }) => knownAt(most, hour))),
  };
}

/** Range of the net power that DC lines bring to a set of buses in an hour, MW. */
function crossing(
  lines: Case['dc_lines'],
  buses: ReadonlySet<number>,
  hour: number,
): { low: number; high: number } {
  const total = { low: 0, high: 0 };
  for (const { from_bus, to_bus, p_min_mw, p_max_mw, loss_factor } of lines) {
    const [least, most] = [knownAt(p_min_mw, hour), knownAt(p_max_mw, hour)];
    // The net power is largest or smallest at a limit of the line, or where the line is idle.
    const brought = [least, most, Math.min(Math.max(0, least), most)].map((mw) => {
      const [from, to] = atEnds(mw, loss_factor);
      return (buses.has(from_bus) ? from : 0) + (buses.has(to_bus) ? to : 0);
    });
    total.low += Math.min(...brought);
    total.high += Math.max(...brought);
  }
  return total;
}

/**
 * Largest discharge in each hour, MW, from inflow and from the largest energy that charging since hour 0 can have
 * stored before the hour; shape [T].
 */
function mostDischarged(item: CaseStorage): number[] {
  const stored = mostStored(item);
  const first = item.cyclic ? item.energy_mwh : item.initial_mwh;
  return item.discharge_mw.map((mw, t) => {
    const before = keptShare(item) * (t > 0 ? knownAt(stored, t - 1) : first);
    return Math.min(mw, item.discharge_efficiency * (before + knownAt(item.inflow_mw, t)));
  });
}

/**
 * Power that a set of buses must import over its lines in each hour, MW. Negative if it must export; 0 if it need not
 * do either.
 */
export function busExchange(
  { case: instance, units, hours }: InfeasibleCase,
  buses: ReadonlySet<number>,
): number[] {
  const area = toArea(instance, units, buses, hours);
  return hours.map((hour) => {
    const load = knownAt(area.load, hour);
    const high = sum(area.units, (unit) => staticHigh(unit, hour)) + knownAt(area.otherHigh, hour);
    const low = sum(area.units, (unit) => staticLow(unit, hour)) + knownAt(area.otherLow, hour);
    const least = load - high - knownAt(area.sheddable, hour);
    return least > 0 ? least : Math.min(0, load - low);
  });
}

/** Islands of buses that lines connect, one set each; an isolated bus is an island of its own. */
export function islandBuses(buses: Iterable<number>, lines: readonly CaseLine[]): Set<number>[] {
  const distinct = [...new Set(buses)];
  const positions = new Map(distinct.map((bus, position) => [bus, position]));
  const islands = createIslands(distinct.length);
  for (const { from_bus, to_bus } of lines) {
    const [from, to] = [positions.get(from_bus), positions.get(to_bus)];
    if (from !== undefined && to !== undefined) islands.join(from, to);
  }
  return byIsland(distinct, islands.ofEachBus()).map((members) => new Set(members));
}

interface ThermalRange {
  /** Least total output that balances the load, MW. The next field: largest. */
  readonly need: number;
  readonly room: number;
  /** Least total output by commitment and output limits alone, MW. The next field: largest. */
  readonly low: number;
  readonly high: number;
  /** Least total output that ramps from the previous hour allow, MW. The next field: largest. */
  readonly rampedLow: number;
  readonly rampedHigh: number;
}

export function thermalRange(area: Area, hour: number): ThermalRange {
  const low = sum(area.units, (unit) => staticLow(unit, hour));
  const high = sum(area.units, (unit) => staticHigh(unit, hour));
  const reached = (end: 'low' | 'high', at: number) => sum(area.units, (unit) => knownAt(unit[end], at));
  const [reachedLow, reachedHigh] = [reached('low', hour), reached('high', hour)];
  const now = { ...balance(area, hour), low, high };
  const before = balance(area, hour - 1);
  // A previous hour that cannot be balanced even without ramps does not restrict this hour.
  if (hour === 0 || !isBalanced(area, hour - 1, before))
    return { ...now, rampedLow: reachedLow, rampedHigh: reachedHigh };
  const most = Math.min(before.room, reached('high', hour - 1));
  const least = Math.max(before.need, reached('low', hour - 1));
  return {
    ...now,
    rampedLow: Math.max(reachedLow, least - sum(area.units, (unit) => largestFall(unit, hour))),
    rampedHigh: Math.min(reachedHigh, most + sum(area.units, (unit) => largestRise(unit, hour))),
  };
}

const isBalanced = ({ units }: Area, hour: number, { need, room }: Pick<ThermalRange, 'need' | 'room'>) =>
  need <= sum(units, (unit) => staticHigh(unit, hour)) + MARGIN_MW &&
  room >= sum(units, (unit) => staticLow(unit, hour)) - MARGIN_MW;

const balance = (area: Area, hour: number) => ({
  need: knownAt(area.load, hour) - knownAt(area.otherHigh, hour) - knownAt(area.sheddable, hour),
  room: knownAt(area.load, hour) - knownAt(area.otherLow, hour),
});

export const staticHigh = (unit: UnitRange, hour: number): number => {
  if (!unit.mayBeOn[hour]) return 0;
  return unit.mustBeOn[hour] ? knownAt(unit.pMax, hour) : Math.max(0, knownAt(unit.pMax, hour));
};

export const staticLow = (unit: UnitRange, hour: number): number => {
  if (!unit.mayBeOn[hour]) return 0;
  return unit.mustBeOn[hour] ? knownAt(unit.pMin, hour) : Math.min(0, knownAt(unit.pMin, hour));
};

/** Largest increase of a unit's output from the previous hour, by its ramp or by a start, MW. */
function largestRise(unit: UnitRange, hour: number): number {
  const stays = unit.mayBeOn[hour - 1] && unit.mayBeOn[hour];
  const starts = !unit.mustBeOn[hour - 1] && unit.mayBeOn[hour];
  const ramp = stays ? knownAt(unit.generator.ramp_up, hour) : 0;
  const startup = starts ? knownAt(unit.startupRamp, hour) : 0;
  const pumpStop = Math.max(0, -knownAt(unit.pMin, hour - 1));
  return Math.min(knownAt(unit.high, hour) - knownAt(unit.low, hour - 1), Math.max(ramp, startup, pumpStop));
}

/** Largest decrease of a unit's output from the previous hour, by its ramp or by a stop, MW. */
function largestFall(unit: UnitRange, hour: number): number {
  const stays = unit.mayBeOn[hour - 1] && unit.mayBeOn[hour];
  const stops = unit.mayBeOn[hour - 1] && !unit.mustBeOn[hour];
  const ramp = stays ? knownAt(unit.generator.ramp_down, hour) : 0;
  const shutdown = stops ? knownAt(unit.shutdownRamp, hour - 1) : 0;
  const pumpStart = Math.max(0, -knownAt(unit.pMin, hour));
  return Math.min(
    knownAt(unit.high, hour - 1) - knownAt(unit.low, hour),
    Math.max(ramp, shutdown, pumpStart),
  );
}
