/** snapshots.csv: the hours of all series, and what each snapshot stands for. */
import { HOURS_PER_YEAR, type ReportBuilder } from '../base/report.ts';
import { readRows, type TableFiles } from '../tables/read-table.ts';
import type { TableRow } from '../tables/table-row.ts';

export const SNAPSHOTS = 'snapshots.csv';

export interface Snapshots {
  /** Snapshots by the names that series give them, after `snapshotKey`. */
  readonly keys: readonly string[];
  /** Length of each, h. */
  readonly stepHours: number;
  /** ISO date-time without an offset; undefined where snapshots have no dates. */
  readonly start: string | undefined;
}

const MS_PER_HOUR = 3_600_000;
const DATE = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(?::(\d{2})(?:\.\d+)?)?)?(?:Z|\+00:00)?$/;

/** Milliseconds since 1970; undefined where it is no date. */
function instantOf(label: string): number | undefined {
  const [, day, time = '00:00', seconds = '00'] = DATE.exec(label) ?? [];
  const instant = Date.parse(`${day}T${time}:${seconds}Z`);
  return Number.isNaN(instant) || !new Date(instant).toISOString().startsWith(String(day))
    ? undefined
    : instant;
}

/** One word for one moment, however many zeros it is written with. */
export const snapshotKey = (label: string): string => String(instantOf(label) ?? label);

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
  const moments = first.has('snapshot') ? rows.map((row) => row.text('snapshot')) : labels;
  const instants = moments.map(instantOf).filter((instant) => instant !== undefined);
  const hasDates = instants.length === rows.length;
  const stepHours = hasDates ? stepOf(rows, instants) : 1;
  if (!hasDates) checkNames(rows, labels);
  const last = rows.at(-1) ?? first;
  if (rows.length * stepHours > HOURS_PER_YEAR)
    last.refuse(indexOf(last), `Should end after ${HOURS_PER_YEAR} hours`);
  noteWeightings(rows, stepHours, files.report);
  const [begin] = instants;
  const start = hasDates && begin !== undefined ? new Date(begin).toISOString().slice(0, 19) : undefined;
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

function checkNames(rows: readonly TableRow[], labels: readonly string[]): void {
  const seen = new Set<string>();
  for (const [i, row] of rows.entries()) {
    const label = labels[i] ?? '';
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
