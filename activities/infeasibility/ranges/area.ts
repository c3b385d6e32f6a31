/** The resources on a set of buses, added up, and what it must draw from the rest. */
import { byIsland, createIslands } from '../../../temporal/case/arithmetic/islands.ts';
import { knownAt } from '../../../temporal/case/arithmetic/series.ts';
import type { DcLine, Line } from '../../../temporal/case/messages/network.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { Storage } from '../../../temporal/case/messages/resources.ts';
import { type Area, type InfeasibleCase, sum, type UnitRange } from './infeasible-case.ts';
import { staticHigh, staticLow } from './thermal-range.ts';

export function toArea(
  payload: SolvePayload,
  units: readonly UnitRange[],
  buses: ReadonlySet<number>,
  hours: readonly number[],
): Area {
  const here = <Item extends { readonly bus: number }>(items: readonly Item[] | undefined) =>
    (items ?? []).filter((item) => buses.has(item.bus));
  const renewables = here(payload.renewables);
  const storages = here(payload.storage);
  const loads = here(payload.loads);
  const demand = (bus: number, hour: number) =>
    sum(loads, (load) => (load.bus === bus ? knownAt(load.values, hour) : 0));
  const loaded = [...new Set(loads.map((load) => load.bus))];
  const dc = crossing(payload.dc_lines, buses);
  const priced = payload.options?.unserved_energy_usd_per_mwh !== undefined;
  return {
    buses,
    units: units.filter((unit) => buses.has(unit.generator.bus)),
    load: hours.map((hour) => sum(loads, (load) => knownAt(load.values, hour))),
    otherLow: hours.map(
      (hour) =>
        sum(renewables, (item) => knownAt(item.p_min, hour)) -
        sum(storages, (item) => item.charge_mw) +
        dc.low,
    ),
    otherHigh: hours.map(
      (hour) =>
        sum(renewables, (item) => knownAt(item.p_max, hour)) +
        sum(storages, (item) => Math.min(item.discharge_mw, mostStored(item, hour))) +
        dc.high,
    ),
    sheddable: hours.map((hour) => (priced ? sum(loaded, (bus) => Math.max(0, demand(bus, hour))) : 0)),
  };
}

/** What DC lines bring to a set of buses from others, MW. */
function crossing(lines: readonly DcLine[] = [], buses: ReadonlySet<number>): { low: number; high: number } {
  const total = { low: 0, high: 0 };
  for (const { from_bus, to_bus, p_min_mw, p_max_mw } of lines) {
    if (buses.has(from_bus) === buses.has(to_bus)) continue;
    const comes = buses.has(to_bus);
    total.low += comes ? p_min_mw : -p_max_mw;
    total.high += comes ? p_max_mw : -p_min_mw;
  }
  return total;
}

/** Most energy that charging from hour 0 can have stored before `hour`, MWh. */
function mostStored({ initial_mwh, energy_mwh, efficiency, charge_mw }: Storage, hour: number): number {
  return Math.min(initial_mwh + efficiency * charge_mw * hour, Math.max(energy_mwh, initial_mwh));
}

/** What a set of buses must draw over its lines in each hour whatever happens, MW; out is negative, 0 when nothing must. */
export function busExchange({ payload, units, hours }: InfeasibleCase, buses: ReadonlySet<number>): number[] {
  const area = toArea(payload, units, buses, hours);
  return hours.map((hour) => {
    const load = knownAt(area.load, hour);
    const high = sum(area.units, (unit) => staticHigh(unit, hour)) + knownAt(area.otherHigh, hour);
    const low = sum(area.units, (unit) => staticLow(unit, hour)) + knownAt(area.otherLow, hour);
    const least = load - high - knownAt(area.sheddable, hour);
    return least > 0 ? least : Math.min(0, load - low);
  });
}

/** Buses joined by lines, one set per island; isolated buses are islands of one. */
export function islandBuses(buses: Iterable<number>, lines: readonly Line[]): Set<number>[] {
  const distinct = [...new Set(buses)];
  const positions = new Map(distinct.map((bus, position) => [bus, position]));
  const islands = createIslands(distinct.length);
  for (const { from_bus, to_bus } of lines) {
    const [from, to] = [positions.get(from_bus), positions.get(to_bus)];
    if (from !== undefined && to !== undefined) islands.join(from, to);
  }
  return byIsland(distinct, islands.ofEachBus()).map((members) => new Set(members));
}
