/**
 * Reads an RTS-GMLC file of hourly series. It has one of two forms: one row per hour (`Year,Month,Day,Period`) and a
 * column per object, or one row per day (`Year,Month,Day`) and a column per hour.
 */
import { HOURS_PER_YEAR } from '../base/report.ts';
import { eachRow, type TableFiles } from '../tables/read-table.ts';
import { type TableHead, type TableRow, tableError } from '../tables/table-row.ts';

const HOURS_PER_DAY = 24;
const MONTHS = 12;
const [FIRST_YEAR, LAST_YEAR] = [1900, 2200];
/** Maximum number of columns of a table; with the hours of a year, this many columns of numbers take about 140 MB. */
const MAX_COLUMNS = 2000;
const MS_PER_HOUR = 3_600_000;

export interface HourlyTable {
  readonly file: string;
  /** First hour, as hours since 1970-01-01T00:00 in the calendar of the file. */
  readonly start: number;
  readonly hours: number;
  /** Number of the last line of the file. */
  readonly lastLine: number;
  /** Name of the object -> one value per hour; a table with one row per day has a single series, named ''. */
  readonly series: ReadonlyMap<string, number[]>;
}

/**
 * Reads a table. Throws `ImportError` with file, line and column for invalid numbers, missing or repeated hours, and
 * too many hours.
 */
export async function readHourlyTable(files: TableFiles, path: string): Promise<HourlyTable> {
  const progress: { table?: TableUnderWay } = {};
  const last = await eachRow(files, path, (row) => {
    progress.table ??= begin(row);
    progress.table.add(row);
    if (progress.table.hours > HOURS_PER_YEAR) row.refuse('Day', `Should end after ${HOURS_PER_YEAR} hours`);
  });
  if (!last || !progress.table) throw tableError(path, 1, 'Day', 'Has no hours');
  const { file, start, hours, series } = progress.table;
  return { file, start, hours, lastLine: last.line, series };
}

class TableUnderWay {
  readonly file: string;
  readonly start: number;
  hours = 0;
  readonly series: Map<string, number[]>;
  readonly #columns: readonly (readonly [position: number, values: number[]])[];
  readonly #isLong: boolean;

  constructor(row: TableRow, isLong: boolean, columns: readonly (readonly [number, string])[]) {
    this.file = row.head.file;
    this.#isLong = isLong;
    this.start = hourOf(row, isLong);
    this.series = new Map(columns.map(([, name]) => [name, []]));
    this.#columns = columns.map(([position, name]) => [position, this.series.get(name) ?? []]);
  }

  add(row: TableRow): void {
    const expected = this.start + this.hours;
    if (hourOf(row, this.#isLong) !== expected)
      row.refuse(
        this.#isLong ? 'Period' : 'Day',
        `Should be ${spoken(expected, this.#isLong)}, hours follow each other`,
      );
    for (const [position, values] of this.#columns) values.push(row.numberAt(position));
    this.hours += this.#isLong ? 1 : HOURS_PER_DAY;
  }
}

function begin(row: TableRow): TableUnderWay {
  const isLong = row.has('Period');
  const dates = isLong ? ['year', 'month', 'day', 'period'] : ['year', 'month', 'day'];
  const columns = row.head.names
    .map((name, position) => [position, name] as const)
    .filter(([, name]) => name !== '' && !dates.includes(name.toLowerCase()));
  if (columns.length > MAX_COLUMNS)
    throw tableError(
      row.head.file,
      1,
      row.head.names[MAX_COLUMNS] ?? '',
      `Has more than ${MAX_COLUMNS} columns`,
    );
  if (isLong) return new TableUnderWay(row, true, columns);
  return new TableUnderWay(row, false, hoursOfDay(row.head, columns));
}

/** Checks that the columns are the hours of a day, in order, and assigns all of them to one series. */
function hoursOfDay(head: TableHead, columns: readonly (readonly [number, string])[]) {
  const wrong = columns.find(([, name], hour) => name !== String(hour + 1) || hour >= HOURS_PER_DAY);
  const column = wrong?.[1] ?? 'Period';
  if (wrong || columns.length !== HOURS_PER_DAY)
    throw tableError(head.file, 1, column, `Should have a column Period, or columns 1 to ${HOURS_PER_DAY}`);
  return columns.map(([position]) => [position, ''] as const);
}

/** Hour to which a row belongs, or in which its day begins, in hours since 1970. */
function hourOf(row: TableRow, isLong: boolean): number {
  const [year, month, day] = [row.integer('Year'), row.integer('Month'), row.integer('Day')];
  const period = isLong ? row.integer('Period') : 1;
  if (period < 1 || period > HOURS_PER_DAY) row.refuse('Period', `Should be 1 to ${HOURS_PER_DAY}`);
  if (year < FIRST_YEAR || year > LAST_YEAR) row.refuse('Year', `Should be ${FIRST_YEAR} to ${LAST_YEAR}`);
  if (month < 1 || month > MONTHS) row.refuse('Month', `Should be 1 to ${MONTHS}`);
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (day < 1 || day > days) row.refuse('Day', `Should be 1 to ${days}`);
  return Date.UTC(year, month - 1, day) / MS_PER_HOUR + period - 1;
}

/** ISO date-time without an offset. */
export const isoHour = (hour: number): string => new Date(hour * MS_PER_HOUR).toISOString().slice(0, 19);

const spoken = (hour: number, isLong: boolean): string => isoHour(hour).slice(0, isLong ? 16 : 10);
