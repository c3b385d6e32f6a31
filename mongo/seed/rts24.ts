/**
 * The IEEE RTS 24-bus day, in the version of Ordoudis, Pinson, Morales and Zugno (DTU 2016), as solve payloads. The
 * data and their citation are in rts24.json.
 */
import { readFileSync } from 'node:fs';
import type { Generator, Load, SolvePayload } from '../../temporal/case/schema.ts';

interface Rts24 {
  readonly units: readonly (Omit<Generator, 'name' | 'no_load_cost'> & { readonly unit: number })[];
  /** System load, MW, shape [24]. */
  readonly system_load_mw: readonly number[];
  /** Share of the system load by bus, %. */
  readonly load_shares: readonly { readonly bus: number; readonly percent: number }[];
  readonly lines: readonly {
    readonly from_bus: number;
    readonly to_bus: number;
    readonly x_pu: number;
    readonly rating_mw: number;
  }[];
  /** Location of each bus, degrees north and east. */
  readonly places: readonly { readonly bus: number; readonly latitude: number; readonly longitude: number }[];
}

// The data are not validated here: the file is part of the project, and a test checks its payloads against the payload
// schema.
const DATA = JSON.parse(readFileSync(new URL('./rts24.json', import.meta.url), 'utf8')) as Rts24;

/**
 * Emergency rating as a multiple of the normal rating. The publication states normal ratings only. With this usual
 * allowance every hour is secure and some lines bind, so that prices differ by bus.
 */
const EMERGENCY_RATIO = 1.2;

/** The line whose loss separates bus 7 from the network. */
const BRIDGE = '7-8';

/** Bus number -> location of the bus. */
export const RTS24_PLACES = new Map(DATA.places.map(({ bus, ...place }) => [bus, place]));

/** Distributes a system load, MW per hour, over the buses. */
const spread = (systemLoad: readonly number[], digits: number): Load[] =>
  DATA.load_shares.map(({ bus, percent }) => ({
    bus,
    values: systemLoad.map((mw) => Number(((mw * percent) / 100).toFixed(digits))),
  }));

/** The day as unit commitment, with all load on a single bus. */
export function rts24Uc(): SolvePayload {
  return {
    generators: DATA.units.map(({ unit, ...limits }) => ({ name: `U${unit}`, no_load_cost: 0, ...limits })),
    loads: spread(DATA.system_load_mw, 6),
    horizon: DATA.system_load_mw.length,
  };
}

/** The day with its network, secure against the loss of each line except the bridge to bus 7. */
export function rts24Scuc(): SolvePayload {
  const lines = DATA.lines.map((line) => ({
    id: `${line.from_bus}-${line.to_bus}`,
    ...line,
    emergency_rating_mw: Number((line.rating_mw * EMERGENCY_RATIO).toFixed(3)),
  }));
  return {
    ...rts24Uc(),
    transmission_lines: lines,
    contingencies: lines
      .filter((line) => line.id !== BRIDGE)
      .map((line) => ({ id: `loss of ${line.id}`, lines: [line.id] })),
  };
}

/** Hourly loads of a year, MW, shape [52 * 7 * 24] each. The peak day of the year is the published day. */
export const rts24YearLoads = (): Load[] => spread(rts24Year(DATA.system_load_mw), 3);

/** Weekly peak as a share of the annual peak, %, shape [52]. */
const WEEKLY = [
  86.2, 90, 87.8, 83.4, 88, 84.1, 83.2, 80.6, 74, 73.7, 71.5, 72.7, 70.4, 75, 72.1, 80, 75.4, 83.7, 87, 88,
  85.6, 81.1, 90, 88.7, 89.6, 86.1, 75.5, 81.6, 80.1, 88, 72.2, 77.6, 80, 72.9, 72.6, 70.5, 78, 69.5, 72.4,
  72.4, 74.3, 74.4, 80, 88.1, 88.5, 90.9, 94, 89, 94.2, 97, 100, 95.2,
];

/** Daily peak as a share of the weekly peak, %, Monday first, shape [7]. */
const DAILY = [93, 100, 98, 96, 94, 77, 75];

/**
 * A year of hourly load in the pattern of the IEEE Reliability Test System: every hour is the annual peak times the
 * share of its week, of its day of the week and of its hour.
 *
 *   load[w, d, h] = peak_day[h] * weekly[w] / 100 * daily[d] / 100
 *
 * Source: IEEE RTS Task Force of the APM Subcommittee, "IEEE Reliability Test System", IEEE Transactions on Power
 * Apparatus and Systems PAS-98(6), 1979, tables 1 (weeks) and 2 (days).
 *
 * `peakDay`: the day of the annual peak, MW, shape [24]; Tuesday of week 51 equals it. The load of every other day is
 * lower. Returns MW, shape [52 * 7 * 24], Monday first.
 */
export const rts24Year = (peakDay: readonly number[]): number[] =>
  WEEKLY.flatMap((week) =>
    DAILY.flatMap((day) => peakDay.map((mw) => Number(((mw * week * day) / 10_000).toFixed(3)))),
  );
