/** Writes the series of a network as tables of RTS-GMLC, with their pointers. */
import type { NetworkContent } from '../../../temporal/case/network-schema.ts';
import { firstHour, stretched } from '../base/network-writing.ts';
import type { ReportBuilder } from '../base/report.ts';
import { type Cell, toCsv } from '../tables/write-table.ts';

const FOLDER = 'timeseries_data_files';
const MS_PER_HOUR = 3_600_000;
/** First hour of a network without dates: the tables require dates. */
export const FIRST_HOUR = '2020-01-01T00:00';

/** A series, its pointer, and the table that contains it. */
interface WrittenSeries {
  readonly category: 'Area' | 'Generator' | 'Reserve';
  readonly object: string;
  readonly parameter: string;
  readonly file: string;
  readonly values: readonly number[];
}

export function seriesOf(
  { generators, renewables = [], reserves = [] }: NetworkContent,
  areas: ReadonlyMap<string, readonly number[]>,
): WrittenSeries[] {
  const all: WrittenSeries[] = [];
  const of =
    (category: WrittenSeries['category']) =>
    (object: string, parameter: string, file: string, values: readonly number[]): void => {
      all.push({ category, object, parameter, file: `${FOLDER}/${file}.csv`, values });
    };
  const [area, unit, reserve] = [of('Area'), of('Generator'), of('Reserve')];
  for (const [name, values] of areas) area(name, 'MW Load', 'Load/DAY_AHEAD_load', values);
  for (const { name, p_max_profile: most } of generators)
    if (most) unit(name, 'PMax MW', 'Thermal/DAY_AHEAD_most', most);
  for (const { name, p_max, p_min, must_take, energy_limits } of renewables) {
    if (energy_limits?.period === 'day' && p_max.length === 1) {
      unit(name, 'Natural_Inflow', 'CSP/DAY_AHEAD_inflow', energy_limits.mwh.flatMap(spreadOverDay));
      continue;
    }
    unit(name, 'PMax MW', 'Renewable/DAY_AHEAD_most', p_max);
    if (must_take) unit(name, 'PMin MW', 'Renewable/DAY_AHEAD_most', p_max);
    else if (p_min) unit(name, 'PMin MW', 'Renewable/DAY_AHEAD_least', p_min);
  }
  for (const [q, { name, mw }] of reserves.entries())
    if (Array.isArray(mw)) reserve(name, 'Requirement', `Reserves/DAY_AHEAD_${q + 1}`, mw);
  return all;
}

const HOURS_PER_DAY = 24;
const spreadOverDay = (mwh: number): number[] => new Array<number>(HOURS_PER_DAY).fill(mwh / HOURS_PER_DAY);

export const toPointer = ({ category, object, parameter, file }: WrittenSeries): Record<string, Cell> => ({
  Simulation: 'DAY_AHEAD',
  Category: category,
  Object: object,
  Parameter: parameter,
  'Scaling Factor': 1,
  'Data File': `../${file}`,
});

/** A table with one row per hour and one column per object. */
export function writeSeries(
  series: readonly WrittenSeries[],
  { series_start }: NetworkContent,
  hours: number,
): string {
  const start = firstHour(series_start ?? FIRST_HOUR);
  const columns = new Map(series.map(({ object, values }) => [object, values]));
  const all = [...columns.values()];
  function* rows(): Generator<Cell[]> {
    for (let hour = 0; hour < hours; hour++) {
      const date = new Date(start + hour * MS_PER_HOUR);
      const day = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCHours() + 1];
      yield [...day, ...all.map((values) => values[hour % values.length])];
    }
  }
  return toCsv(['Year', 'Month', 'Day', 'Period', ...columns.keys()], rows());
}

/** Tolerance, MW, within which the load of a bus equals its share of the area's load; loads are rounded to 1 W. */
const SLACK_MW = 1e-5;

type Series = Map<number | string, number[]>;

/**
 * Converts the loads of buses to the load of each area, and to shares of the buses in it. The share of a bus is written
 * as its mean load, MW.
 */
export function loadOfAreas({ buses, loads }: NetworkContent, hours: number, report: ReportBuilder) {
  const areaOf = new Map(buses.map(({ id, area }) => [id, area ?? '']));
  const byBus: Series = new Map();
  const byArea: Series = new Map();
  for (const { bus, values } of loads) {
    add(byBus, bus, stretched(values, hours));
    add(byArea, areaOf.get(bus) ?? '', stretched(values, hours));
  }
  const shares = new Map([...byBus].map(([bus, values]) => [bus, Math.max(0, mean(values))]));
  for (const [i, { bus }] of loads.entries()) {
    const total = byArea.get(areaOf.get(bus) ?? '') ?? [];
    if (isShare(byBus.get(bus) ?? [], total, shares.get(bus) ?? 0)) continue;
    const words = 'Buses have the same share of their area in every hour';
    report.change('warning', 'load_shares', words, ['loads', i]);
  }
  if (byArea.delete('') && loads.length > 0)
    report.drop('warning', 'no_area', 'The series of loads at buses without an area', ['loads', 0]);
  return { shares, areas: new Map([...byArea].map(([area, values]) => [String(area), values])) };
}

function add(series: Series, key: number | string, values: number[]): void {
  const before = series.get(key);
  series.set(key, before ? before.map((mw, hour) => mw + (values[hour] ?? 0)) : values);
}

function isShare(values: readonly number[], total: readonly number[], share: number): boolean {
  const factor = share / (mean(total) || 1);
  return values.every((mw, hour) => Math.abs(mw - factor * (total[hour] ?? 0)) <= SLACK_MW);
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, mw) => sum + mw, 0) / (values.length || 1);
