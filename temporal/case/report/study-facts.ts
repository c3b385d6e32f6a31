/** What of a network a report needs beside payloads: when a run begins, and what fuel its units burn. */
import type { NetworkContent } from '../messages/network-record.ts';
import { type Calendar, type RunStart, runCalendar } from './calendar.ts';
import type { HeatPoint, UnitFuel } from './fuel-use.ts';

export interface StudyFacts {
  readonly calendar: Calendar | undefined;
  /** Units of which it is known. */
  readonly fuels: ReadonlyMap<string, UnitFuel>;
}

type FuelNetwork = Pick<NetworkContent, 'generators' | 'fuels'>;

export function studyFacts(network: FuelNetwork, start?: RunStart): StudyFacts {
  const co2 = new Map(network.fuels?.map(({ name, co2_t_per_mmbtu }) => [name, co2_t_per_mmbtu]));
  const fuels = network.generators.flatMap((unit): [string, UnitFuel][] => {
    const heat = unit.heat_rate_curve ?? ofHeatRate(unit.heat_rate_btu_per_kwh);
    if (!heat) return [];
    const starts = (unit.startup_fuel ?? []).map(({ lag_h, mmbtu }) => ({ lag_h, mmbtu }));
    return [[unit.name, { heat, starts, co2: unit.fuel === undefined ? undefined : co2.get(unit.fuel) }]];
  });
  return { calendar: runCalendar(start), fuels: new Map(fuels) };
}

/** 1 Btu/kWh = 0.001 MMBtu/MWh. */
const ofHeatRate = (rate: number | undefined): HeatPoint[] | undefined =>
  rate === undefined
    ? undefined
    : [
        { mw: 0, mmbtu_per_h: 0 },
        { mw: 1, mmbtu_per_h: rate / 1000 },
      ];
