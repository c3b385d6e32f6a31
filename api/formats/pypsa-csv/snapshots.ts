/** snapshots.csv: the hours of all series, and what each snapshot stands for. */
import { HOURS_PER_YEAR, type ReportBuilder } from '../base/report.ts';
import { readRows, type TableFiles } from '../tables/read-table.ts';
import { noteTable, type TableRow } from '../tables/table-row.ts';

export const SNAPSHOTS = 'snapshots.csv';

export interface Snapshots {
  /** Snapshots by the names that series give them, after `snapshotKey`. */
  readonly keys: readonly string[];
  /** Length of each, h. */
  readonly stepHours: number;
  /** ISO date-time; undefined where snapshots have no dates. */
  readonly start: string | undefined;
}

const MS_PER_HOUR = 3_600_000;
const MS_PER_MINUTE = 60_000;
const DATE =
  /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(?::(\d{2})(?:\.0+)?)?)?\s*(?:Z|([+-])(\d{2})(?::?(\d{2}))?)?$/;
/** A day, a time, a week, or a day without separators. */
const LIKE_A_DATE = /\d[-/.]\d{1,2}[-/.]\d|\d:\d{2}|\d{4}-?W\d|^(?:19|20)\d{6}(?!\d)|^\d{4}-\d{2}$/;
/** A month by its name, with a number beside it where there is one. */
const MONTH =
  /(?:\d[-/., ]{0,2})?(?<![a-z])(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?![a-z])(?:[-/., ]{1,2}\d)?/i;

const isLikeADate = (label: string): boolean =>
  LIKE_A_DATE.test(label) || /\d/.test(MONTH.exec(label)?.[0] ?? '');

interface Moment {
  /** Milliseconds since 1970. */
  readonly instant: number;
  /** ISO date-time, with its offset where that is not 0. */
  readonly text: string;
}

/** Undefined where it is no date. A label without an offset is one of UTC. */
function momentOf(label: string): Moment | undefined {
  const [, day, time = '00:00', seconds = '00', sign, hours = '00', minutes = '00'] = DATE.exec(label) ?? [];
  const local = Date.parse(`${day}T${time}:${seconds}Z`);
  if (Number.isNaN(local) || !new Date(local).toISOString().startsWith(String(day))) return undefined;
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  const zone = offset === 0 ? '' : `${sign}${hours}:${minutes}`;
  return { instant: local - offset * MS_PER_MINUTE, text: `${day}T${time}:${seconds}${zone}` };
}

/** One word for one moment, however many zeros it is written with. */
export const snapshotKey = (label: string): string => String(momentOf(label)?.instant ?? label);

/** The first column, which is the index whatever its name. */
export const indexOf = (row: TableRow): string => row.head.names[0] ?? '';

/** Without the table there is one hour. Throws `ImportError` with file, line and column. */
export async function readSnapshots(files: TableFiles): Promise<Snapshots> {
  const rows = await readRows(files, SNAPSHOTS, true);
  const [first] = rows;
  if (!first) return { keys: ['now'], stepHours: 1, start: undefined };
  if (first.has('timestep')) first.refuse('period', 'Investment periods are not read');
  const labels = rows.map((row) => row.text(indexOf(row)));
  // PyPSA 1.4 numbers the rows of all tables, and has the moments in a column of their own.
  const column = first.has('snapshot') ? 'snapshot' : indexOf(first);
  const moments = rows.flatMap((row) => momentOf(row.text(column)) ?? []);
  const hasDates = moments.length === rows.length;
  const stepHours = hasDates
    ? stepOf(
        rows,
        moments.map(({ instant }) => instant),
      )
    : 1;
  if (!hasDates) checkNames(rows, column);
  const last = rows.at(-1) ?? first;
  if (rows.length * stepHours > HOURS_PER_YEAR)
    last.refuse(indexOf(last), `Should end after ${HOURS_PER_YEAR} hours`);
  noteWeightings(rows, stepHours, files.report);
  noteTable(rows);
  const start = hasDates ? moments[0]?.text : undefined;
  files.report.keep('series', `Snapshots of ${stepHours} h${start ? ` from ${start} on` : ''}`, rows.length);
  return { keys: labels.map(snapshotKey), stepHours, start };
}

/** Hours between snapshots, which are whole and everywhere the same but where days were left out. */
function stepOf(rows: readonly TableRow[], instants: readonly number[]): number {
  const hoursAt = (i: number): number => ((instants[i] ?? 0) - (instants[i - 1] ?? 0)) / MS_PER_HOUR;
  const step = rows.length > 1 ? hoursAt(1) : 1;
  for (const [i, row] of rows.entries()) {
    const hours = i === 0 ? step : hoursAt(i);
    const column = indexOf(row);
    if (!Number.isInteger(hours) || hours < step || step < 1)
      row.refuse(column, `Should be ${step < 1 ? 'one hour or more' : `${step} h`} after the one before`);
    if (hours > step) {
      const words = 'Snapshots follow each other without the time that is left out between them';
      row.change('warning', 'gap', words, column);
    }
  }
  return step;
}

/** Names of snapshots, which say nothing of time; where half of them look like dates, all have to be read as such. */
function checkNames(rows: readonly TableRow[], column: string): void {
  const isDate = (row: TableRow): boolean => momentOf(row.text(column)) !== undefined;
  const alike = rows.filter((row) => isDate(row) || isLikeADate(row.text(column)));
  const wrong = rows.find((row) => !isDate(row));
  if (wrong && 2 * alike.length >= rows.length)
    wrong.refuse(column, `Should be a date such as 2024-01-01 00:00:00, not ${wrong.text(column)}`);
  const seen = new Set<string>();
  for (const row of rows) {
    const label = row.text(indexOf(row));
    row.takeName(indexOf(row), label, seen, `Snapshot ${label}`);
  }
}

/** Costs weigh `objective`; stores fill by `stores`; older folders have `weightings` for both. */
function noteWeightings(rows: readonly TableRow[], stepHours: number, report: ReportBuilder): void {
  const columns = ['objective', 'stores', 'generators', 'weightings'].filter((column) =>
    rows[0]?.has(column),
  );
  report.keep('weightings', `Weightings of snapshots: ${columns.join(', ')}`, columns.length);
  for (const row of rows)
    for (const column of columns) {
      const weighting = row.optionalNumber(column);
      if (weighting === undefined || weighting === stepHours) continue;
      const words = `Every snapshot counts for its ${stepHours} h, whatever its weighting`;
      row.change('warning', 'weightings', words, column);
    }
}
