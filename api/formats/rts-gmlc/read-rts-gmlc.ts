/**
 * The tables of RTS-GMLC (github.com/GridMod/RTS-GMLC, RTS_Data: SourceData and timeseries_data_files) -> a network with
 * its day-ahead series. Barrows et al. 2020, "The IEEE Reliability Test System: A Proposed 2019 Update".
 */
import type { NetworkBody } from '../../../temporal/case/messages/network-body.ts';
import { createReport, type ImportedNetwork, type ReportBuilder } from '../base/report.ts';
import type { FileSet } from '../tables/file-set.ts';
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

/** Throws `ImportError` with file, line and column of what cannot be read. */
export async function readRtsGmlc(files: FileSet): Promise<ImportedNetwork> {
  const report = createReport();
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
  const series = await readSeriesBook(files, report);
  const byNumber = readBuses(buses, report);
  if (byNumber.size === 0) throw tableError(TABLES.bus, 1, 'Bus ID', 'Has no buses');
  const lineNames = new Set<string>();
  const lines = readLines(branches, byNumber, lineNames, report);
  const dc_lines = readDcLines(dcBranches, byNumber, lineNames, report);
  const { generators, renewables, storage, fuels } = readUnits(gen, stores, byNumber, series, report);
  const loads = readLoads(byNumber, series, report);
  const names = new Set([...generators, ...renewables, ...storage].map(({ name }) => name));
  const reserves = readReserves(products, toProviders(gen, byNumber, names), series, report);
  noteSeries(series, report);
  for (const table of [buses, branches, dcBranches, gen, products, stores]) noteTable(table, report);
  // A parameter of this one may be a number, a date or a word.
  noteUnread(simulation, report);
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
  return { network, report: report.report() };
}

/** Day-ahead series are hourly. */
function checkResolution(rows: readonly TableRow[]): void {
  const [row, second] = rows.filter((each) => each.text('Simulation_Parameters') === 'Period_Resolution');
  second?.refuse('Simulation_Parameters', 'Period_Resolution is there twice');
  if (row && row.number('DAY_AHEAD') !== SECONDS_PER_HOUR)
    row.refuse('DAY_AHEAD', `Should be ${SECONDS_PER_HOUR} s, other steps of series are not read`);
}

/** A pointer that nobody followed leads nowhere, or to a parameter that is not read. */
function noteSeries(series: SeriesBook, report: ReportBuilder): void {
  report.keep('series', `Hours of every series, from ${isoHour(series.start ?? 0)} on`, series.hours);
  const known = ['pmax mw', 'pmin mw', 'mw load', 'requirement', 'natural_inflow'];
  for (const { row, category, object, parameter } of series.untaken()) {
    if (known.includes(parameter.toLowerCase()))
      row.refuse('Object', `No ${category.toLowerCase()} ${object} takes a series of ${parameter}`);
    report.drop('warning', 'series', `Series of ${parameter}`, row.place('Parameter'));
  }
}
