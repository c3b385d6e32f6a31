/** All day-ahead series of a data set, which are found by pointers. All series have the same start and length. */
import { normalize } from 'node:path/posix';
import type { ReportBuilder } from '../base/report.ts';
import { type FileSet, findFile } from '../tables/file-set.ts';
import { readRows, type TableFiles } from '../tables/read-table.ts';
import { noteTable, type TableRow, tableError } from '../tables/table-row.ts';
import { type HourlyTable, readHourlyTable } from './hourly-table.ts';
import { SOURCE, TABLES } from './tables.ts';

const SIMULATION = 'DAY_AHEAD';
const MAX_PATH = 1000;

/** A row of timeseries_pointers.csv, and the table to which it points. */
interface Pointer {
  readonly row: TableRow;
  readonly category: string;
  readonly object: string;
  readonly parameter: string;
  readonly table: HourlyTable;
}

interface HourlySeries {
  readonly values: readonly number[];
  /** Table of the series, for error messages. */
  readonly table: HourlyTable;
}

export interface SeriesBook {
  /** First hour of all series, in hours since 1970; undefined without series. */
  readonly start: number | undefined;
  /** Length of every series; 1 if there are no series. */
  readonly hours: number;
  /** Returns a series and marks it as used. `columns`: possible names of the object's column. Throws `ImportError`. */
  take(category: string, object: string, parameter: string, ...columns: string[]): HourlySeries | undefined;
  /** Pointers that no call has used. */
  untaken(): Pointer[];
  /** Table columns that no call has used. */
  unread(): { readonly file: string; readonly column: string }[];
  readonly report: ReportBuilder;
}

/** Reads all series. Throws `ImportError` with file, line and column. */
export async function readSeriesBook(files: TableFiles): Promise<SeriesBook> {
  const rows = await readRows(files, TABLES.pointers);
  const pointers = new Map<string, Pointer>();
  const tables = new Map<string, HourlyTable>();
  let values = 0;
  for (const row of rows) {
    if (row.text('Simulation').toUpperCase() !== SIMULATION) {
      row.drop('info', 'real_time', 'Series of simulations other than DAY_AHEAD', 'Simulation');
      continue;
    }
    const name = tableOf(files, row);
    const readBefore = tables.get(name);
    const table = readBefore ?? (await readHourlyTable(files, name));
    if (!readBefore) {
      tables.set(name, table);
      values += table.hours * table.series.size;
      if (values > MAX_VALUES)
        row.refuse('Data File', `All series together have more than ${MAX_VALUES} values`);
    }
    const pointer = toPointer(row, table);
    const key = keyOf(pointer.category, pointer.object, pointer.parameter);
    if (pointers.has(key))
      row.refuse('Object', `Points a second time to ${pointer.parameter} of ${pointer.object}`);
    pointers.set(key, pointer);
  }
  noteTable(rows, ['scaling factor']);
  const all = [...tables.values()];
  return toBook(pointers, all, checkLengths(all), files.report);
}

/** Maximum number of values over all series, so that the network can be stored. */
const MAX_VALUES = 10_000_000;

const toPointer = (row: TableRow, table: HourlyTable): Pointer => ({
  row,
  category: row.text('Category'),
  object: row.text('Object'),
  parameter: row.text('Parameter'),
  table,
});

const keyOf = (category: string, object: string, parameter: string): string =>
  JSON.stringify([category.toLowerCase(), object, parameter.toLowerCase()]);

/** Table to which a pointer refers. The path in the pointer is relative to the folder of the pointers. */
function tableOf(files: FileSet, row: TableRow): string {
  const path = row.text('Data File', MAX_PATH).replaceAll('\\', '/');
  const name = findFile(files, normalize(`${SOURCE}/${path}`));
  return name ?? row.refuse('Data File', `There is no file ${path}`);
}

function checkLengths(tables: readonly HourlyTable[]): HourlyTable | undefined {
  const longest = tables.reduce<HourlyTable | undefined>(
    (best, table) => (best && best.hours >= table.hours ? best : table),
    undefined,
  );
  for (const table of tables) {
    if (!longest) break;
    if (table.start !== longest.start)
      throw tableError(table.file, 2, 'Day', `Should begin with the first hour of ${longest.file}`);
    if (table.hours !== longest.hours)
      throw tableError(
        table.file,
        table.lastLine,
        'Day',
        `Ends after ${table.hours} hours, the series of ${longest.file} have ${longest.hours}`,
      );
  }
  return longest;
}

function toBook(
  pointers: ReadonlyMap<string, Pointer>,
  tables: readonly HourlyTable[],
  longest: HourlyTable | undefined,
  report: ReportBuilder,
): SeriesBook {
  const usedKeys = new Set<string>();
  const used = new Set<readonly number[]>();
  return {
    start: longest?.start,
    hours: longest?.hours ?? 1,
    take: (category, object, parameter, ...columns) => {
      const key = keyOf(category, object, parameter);
      const pointer = pointers.get(key);
      if (!pointer) return undefined;
      usedKeys.add(key);
      const { table, row } = pointer;
      const name = ['', object, ...columns].find((column) => table.series.has(column));
      const values = name === undefined ? undefined : table.series.get(name);
      if (!values) return row.refuse('Object', `${table.file} has no column ${object}`);
      used.add(values);
      return { values, table };
    },
    unread: () =>
      tables.flatMap(({ file, series }) =>
        [...series].flatMap(([column, values]) => (used.has(values) ? [] : [{ file, column }])),
      ),
    report,
    untaken: () => [...pointers].filter(([key]) => !usedKeys.has(key)).map(([, pointer]) => pointer),
  };
}
