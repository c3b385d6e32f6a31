/**
 * Reads the tables of RTS-GMLC (github.com/GridMod/RTS-GMLC, RTS_Data: SourceData and timeseries_data_files) as a network
 * with its day-ahead series. Barrows et al. 2020, "The IEEE Reliability Test System: A Proposed 2019 Update".
 */
import { groupBy } from '../../../temporal/case/arithmetic/group-by.ts';
import type { NetworkBody } from '../../../temporal/case/network-body.ts';
import { highest } from '../base/conventions.ts';
import { createReport, type ImportedNetwork, type ReportBuilder } from '../base/report.ts';
import { type FileSet, watched } from '../tables/file-set.ts';
import { readRows } from '../tables/read-table.ts';
import { noteTable, noteUnread, type TableRow, tableError } from '../tables/table-row.ts';
import { readBuses, readDcLines, readLines } from './buses-and-lines.ts';
import { isoHour } from './hourly-table.ts';
import { readLoads, readReserves, toProviders } from './loads-and-reserves.ts';
import { readUnits } from './read-units.ts';
import { readSeriesBook, type SeriesBook } from './series-book.ts';
import { BASE_MVA, TABLES } from './tables.ts';

const FREQUENCY_HZ = 60;
const SECONDS_PER_HOUR = 3600;

/** Reads a network. Throws `ImportError` with file, line and column of an unreadable value. */
export async function readRtsGmlc(sent: FileSet): Promise<ImportedNetwork> {
  const report = createReport();
  const files = { ...watched(sent), report };
  const [buses, branches, gen] = [
    await readRows(files, TABLES.bus),
    await readRows(files, TABLES.branch),
    await readRows(files, TABLES.gen),
  ];
  const [dcBranches, products, stores, simulation] = [
    await readRows(files, TABLES.dcBranch, true),
    await readRows(files, TABLES.reserves, true),
    await readRows(files, TABLES.storage, true),
    await readRows(files, TABLES.simulation, true),
  ];
  checkResolution(simulation);
  const series = await readSeriesBook(files);
  const byNumber = readBuses(buses);
  if (byNumber.size === 0) throw tableError(TABLES.bus, 1, 'Bus ID', 'Has no buses');
  const lineNames = new Set<string>();
  const lines = readLines(branches, byNumber, lineNames);
  const dc_lines = readDcLines(dcBranches, byNumber, lineNames);
  const fixed = once(() => readLoads(byNumber, series));
  const { generators, renewables, storage, fuels, ...consumers } = readUnits(
    gen,
    stores,
    byNumber,
    series,
    () => highest(fixed()),
  );
  const loads = [...fixed(), ...consumers.loads];
  const names = new Set([...generators, ...renewables, ...storage].map(({ name }) => name));
  const reserves = readReserves(products, toProviders(gen, byNumber, names), series);
  noteUntaken(series);
  for (const table of [buses, branches, dcBranches, gen, products, stores]) noteTable(table, HARMLESS);
  // Parameters in this table may be numbers, dates or words, so they are not checked as numbers.
  noteUnread(simulation, HARMLESS);
  noteColumns(series);
  for (const name of files.unread()) noteFile(name, report);
  const network: NetworkBody = {
    base_mva: BASE_MVA,
    nominal_frequency_hz: FREQUENCY_HZ,
    ...(series.start !== undefined && { series_start: isoHour(series.start) }),
    buses: [...byNumber.values()].map(({ bus }) => bus),
    lines,
    dc_lines,
    generators,
    renewables,
    storage,
    reserves,
    fuels,
    loads,
  };
  noteKept(network, series, report);
  return { network, report: report.report() };
}

/** Columns that are ignored: AC power flow, reliability studies, other simulations, labels. */
const HARMLESS = [
  'mvar load, v mag, v angle, mvar shunt b, sub area, b, perm outrate, duration, tran outrate',
  'ste rating, gen id, unit group, mvar inj, v setpoint p.u., qmax mvar, qmin mvar, mttf hr',
  'damping ratio, inertia mj/mw, base mva, transformer x p.u., unit x p.u., description, real_time',
  'control mode, r line, category, output_pct_0, start time hot hr, fuel sulfur content %',
  'storage roundtrip efficiency, pump load mw',
].flatMap((names) => names.split(', '));

/** Reports columns of series tables to which no pointer refers. */
function noteColumns(series: SeriesBook): void {
  for (const { file, column } of series.unread())
    series.report.drop('warning', 'series', `Series of ${column}, to which nothing points`, [
      file,
      1,
      column,
    ]);
}

/**
 * Reports a file that was not read. For a table this is a warning, because the table may be needed but have an
 * unexpected name; for series of other simulations and for other files it is info.
 */
function noteFile(name: string, report: ReportBuilder): void {
  const matters = name.toLowerCase().endsWith('.csv') && !/real_time[^/]*$/i.test(name);
  report.drop(matters ? 'warning' : 'info', 'file', 'Files that are not read', [name]);
}

/** Returns a function that computes a value at its first call and then returns the same value. */
function once<T>(read: () => T): () => T {
  let answer: T | undefined;
  return () => (answer ??= read());
}

/** Checks that day-ahead series are hourly. */
function checkResolution(rows: readonly TableRow[]): void {
  const [row, second] = rows.filter((each) => each.text('Simulation_Parameters') === 'Period_Resolution');
  second?.refuse('Simulation_Parameters', 'Period_Resolution appears twice');
  if (row && row.number('DAY_AHEAD') !== SECONDS_PER_HOUR)
    row.refuse('DAY_AHEAD', `Should be ${SECONDS_PER_HOUR} s, other steps of series are not read`);
}

/** Reports pointers that were not used: their object is unknown, or their parameter is not read. */
function noteUntaken(series: SeriesBook): void {
  const parameters = ['pmax mw', 'pmin mw', 'mw load', 'requirement', 'natural_inflow'];
  for (const { row, category, object, parameter } of series.untaken()) {
    if (parameters.includes(parameter.toLowerCase()))
      row.refuse('Object', `No ${category.toLowerCase()} ${object} takes a series of ${parameter}`);
    row.drop('warning', 'series', `Series of ${parameter}`, 'Parameter');
  }
}

function noteKept(network: NetworkBody, { start = 0, hours }: SeriesBook, report: ReportBuilder): void {
  const { buses, lines, dc_lines = [], fuels = [], generators, renewables = [] } = network;
  const { storage = [], loads, reserves = [] } = network;
  report.keep('buses', 'Buses with voltage, type, area, zone and place', buses.length);
  const ratings = 'continuous and long-term emergency rating';
  report.keep('lines', `Lines with impedance, ${ratings}, tap and length`, lines.length);
  report.keep('dc_lines', 'DC lines with scheduled flow', dc_lines.length);
  report.keep('fuels', 'Fuels with price and CO2', fuels.length);
  const what = 'with heat rates, starts by hours off, ramps, minimum times and forced outages';
  for (const [type, units] of groupBy(generators, typeOf))
    report.keep('thermal_units', `Units of type ${type} ${what}`, units.length);
  for (const [type, units] of groupBy(renewables, typeOf))
    report.keep('renewables', `Units of type ${type} with available power`, units.length);
  report.keep('storage', 'Storage with energy, powers and efficiency', storage.length);
  report.keep('loads', 'Loads of areas, spread over buses by MW Load and rounded to 1 W', loads.length);
  report.keep('reserves', 'Reserve products with direction, time, areas and providers', reserves.length);
  report.keep('series', `Hours of every series, from ${isoHour(start)} on`, hours);
}

const typeOf = ({ type = '' }: { readonly type?: string | undefined }): string => type;
