/** The resources on a set of buses, added up. */
import type { SolvePayload } from '../../temporal/messages/payload.ts';
import type { Storage } from '../../temporal/messages/resources.ts';
import { at } from './at.ts';
import type { Area, UnitRange } from './infeasible-case.ts';
import { sum } from './sum.ts';

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
    sum(loads, (load) => (load.bus === bus ? at(load.values, hour) : 0));
  const loaded = [...new Set(loads.map((load) => load.bus))];
  const priced = payload.options?.unserved_energy_usd_per_mwh !== undefined;
  return {
    buses,
    units: units.filter((unit) => buses.has(unit.generator.bus)),
    load: hours.map((hour) => sum(loads, (load) => at(load.values, hour))),
    otherLow: hours.map(
      (hour) => sum(renewables, (item) => at(item.p_min, hour)) - sum(storages, (item) => item.charge_mw),
    ),
    otherHigh: hours.map(
      (hour) =>
        sum(renewables, (item) => at(item.p_max, hour)) +
        sum(storages, (item) => Math.min(item.discharge_mw, mostStored(item, hour))),
    ),
    sheddable: hours.map((hour) => (priced ? sum(loaded, (bus) => Math.max(0, demand(bus, hour))) : 0)),
  };
}

/** Most energy that charging from hour 0 can have stored before `hour`, MWh. */
function mostStored({ initial_mwh, energy_mwh, efficiency, charge_mw }: Storage, hour: number): number {
  return Math.min(initial_mwh + efficiency * charge_mw * hour, Math.max(energy_mwh, initial_mwh));
}
