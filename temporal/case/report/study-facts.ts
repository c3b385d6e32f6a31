/** Data of a network that reports need in addition to payloads: dates of the hours of a run, and fuel use of units. */

import { type SeriesCalendar, stampOfHour } from '../arithmetic/series-calendar.ts';
import type { NetworkContent } from '../network-schema.ts';

export interface StudyFacts {
  readonly calendar: Calendar | undefined;
  /** Unit -> fuel, for units whose fuel is known. */
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

/** Heat curve of a constant heat rate, Btu/kWh; 1 Btu/kWh = 0.001 MMBtu/MWh. */
const ofHeatRate = (rate: number | undefined): HeatPoint[] | undefined =>
  rate === undefined
    ? undefined
    : [
        { mw: 0, mmbtu_per_h: 0 },
        { mw: 1, mmbtu_per_h: rate / 1000 },
      ];

const HOUR_MS = 3_600_000;

/** First hour of a run, as an hour of the series. */
export interface RunStart {
  readonly hour: number;
  /** Present if the network has dates. */
  readonly calendar?: SeriesCalendar;
}

export interface Calendar {
  /** Milliseconds since 1970 at which an hour begins. */
  instant(hour: number): number;
  /** Local time with its offset: `2020-07-05T13:00:00-07:00`. */
  stamp(hour: number): string;
  /** Local date: `2020-07-05`. */
  date(hour: number): string;
}

/** Calendar of a run; undefined if the run has no dates. */
export function runCalendar({ hour: first, calendar }: RunStart = { hour: 0 }): Calendar | undefined {
  if (!calendar) return undefined;
  const stamp = (hour: number): string => stampOfHour(calendar, first + hour);
  return {
    instant: (hour) => calendar.origin + (first + hour) * HOUR_MS,
    stamp,
    date: (hour) => stamp(hour).slice(0, 'YYYY-MM-DD'.length),
  };
}

interface HeatPoint {
  readonly mw: number;
  readonly mmbtu_per_h: number;
}

export interface UnitFuel {
  /** Fuel input by output, MMBtu/h, ascending. */
  readonly heat: readonly HeatPoint[];
  /** Fuel of a start by hours off, MMBtu, ascending. */
  readonly starts: readonly { readonly lag_h: number; readonly mmbtu: number }[];
  /** Emission rate, t/MMBtu; undefined if unknown. */
  readonly co2: number | undefined;
}

interface UnitSchedule {
  readonly commitment: readonly number[];
  readonly startup: readonly number[];
  readonly output: readonly number[];
  /** Hours on (> 0) or off (<= 0) before the first hour. */
  readonly initialStatus: number;
}

/** Fuel use, MMBtu per hour. */
export function fuelUse({ heat, starts }: UnitFuel, schedule: UnitSchedule): number[] {
  let hoursOff = Math.max(0, -schedule.initialStatus);
  return schedule.commitment.map((on, t) => {
    const started = schedule.startup[t] === 1 ? startFuel(starts, hoursOff) : 0;
    hoursOff = on === 1 ? 0 : hoursOff + 1;
    return started + (on === 1 ? heatAt(heat, schedule.output[t] ?? 0) : 0);
  });
}

const startFuel = (starts: UnitFuel['starts'], hoursOff: number): number =>
  (starts.findLast(({ lag_h }) => lag_h <= hoursOff) ?? starts[0])?.mmbtu ?? 0;

/**
 * Heat input at an output, interpolated on the heat curve; beyond its ends, the first and the last segment are
 * extended.
 */
function heatAt(curve: readonly HeatPoint[], mw: number): number {
  const at = curve.findIndex((point, k) => k > 0 && mw <= point.mw);
  const right = curve[at < 0 ? curve.length - 1 : at];
  const previous = curve[(at < 0 ? curve.length - 1 : at) - 1];
  if (!right) return 0;
  if (!previous || right.mw === previous.mw) return right.mmbtu_per_h;
  const share = (mw - previous.mw) / (right.mw - previous.mw);
  return previous.mmbtu_per_h + share * (right.mmbtu_per_h - previous.mmbtu_per_h);
}
