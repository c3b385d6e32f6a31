/** Reads snapshots.csv: the hours of all series, and the weights of snapshots. */
import { momentOf, readLabels } from '../base/conventions.ts';
import { HOURS_PER_YEAR, type ReportBuilder } from '../base/report.ts';
import { readRows, type TableFiles } from '../tables/read-table.ts';
import { noteTable, type TableRow } from '../tables/table-row.ts';

export const SNAPSHOTS = 'snapshots.csv';

export interface Snapshots {
  /** Snapshots by their labels in series, normalized by `snapshotKey`. */
  readonly keys: readonly string[];
  /** Length of a snapshot, h. */
  readonly stepHours: number;
  /** ISO date-time; undefined if snapshots have no dates. */
  readonly start: string | undefined;
}

/** Label in a normal form: labels of the same time are equal, however the time is written. */
export const snapshotKey = (label: string): string => String(momentOf(label)?.instant ?? label);

/** Name of the first column, which is the index of the table. */
export const indexOf = (row: TableRow): string => row.head.names[0] ?? '';

/** Reads the snapshots; one hour if the table is absent. Throws `ImportError` with file, line and column. */
export async function readSnapshots(files: TableFiles): Promise<Snapshots> {
  const rows = await readRows(files, SNAPSHOTS, true);
  const [first] = rows;
  if (!first) return { keys: ['now'], stepHours: 1, start: undefined };
  if (first.has('timestep')) first.refuse('period', 'Investment periods are not read');
  const labels = rows.map((row) => row.text(indexOf(row)));
  // PyPSA 1.4 numbers the rows of all tables and has the times in a separate column.
  const column = first.has('snapshot') ? 'snapshot' : indexOf(first);
  const { stepHours: hoursByDate, start } = readLabels(
    rows.map((row) => ({
      text: row.text(column),
      notes: row.at(column),
      refuse: (message) => row.refuse(column, message),
    })),
  );
  if (start === undefined) checkNames(rows);
  const stepHours = start === undefined ? (weightHours(rows) ?? hoursByDate) : hoursByDate;
  const last = rows.at(-1) ?? first;
  if (rows.length * stepHours > HOURS_PER_YEAR)
    last.refuse(indexOf(last), `Should end after ${HOURS_PER_YEAR} hours`);
  noteWeightings(rows, stepHours, files.report);
  noteTable(rows);
  files.report.keep('series', `Snapshots of ${stepHours} h${start ? ` from ${start} on` : ''}`, rows.length);
  return { keys: labels.map(snapshotKey), stepHours, start };
}

/** Checks that labels without dates are unique. */
function checkNames(rows: readonly TableRow[]): void {
  const labels = new Set<string>();
  for (const row of rows) {
    const label = row.text(indexOf(row));
    row.takeName(indexOf(row), label, labels, `Snapshot ${label}`);
  }
}

const WEIGHTS = ['objective', 'stores', 'generators', 'weightings'];
/** Weights that are lengths of snapshots, h. */
const LENGTHS_H = [2, 3];

/** Length of snapshots without dates, h: the weight that all of them have for costs and stored energy. */
function weightHours(rows: readonly TableRow[]): number | undefined {
  const [first] = rows;
  const columns = WEIGHTS.filter((column) => first?.has(column));
  const isWhole =
    columns.includes('weightings') || (columns.includes('objective') && columns.includes('stores'));
  const weights = new Set(rows.flatMap((row) => columns.map((column) => row.optionalNumber(column) ?? 1)));
  const [weight = 1] = weights;
  return isWhole && weights.size === 1 && LENGTHS_H.includes(weight) ? weight : undefined;
}

/**
 * Notes on the weights of snapshots: `objective` for costs, `stores` for stored energy; older folders have `weightings`
 * for both.
 */
function noteWeightings(rows: readonly TableRow[], stepHours: number, report: ReportBuilder): void {
  const columns = WEIGHTS.filter((column) => rows[0]?.has(column));
  report.keep('weightings', `Weightings of snapshots: ${columns.join(', ')}`, columns.length);
  for (const row of rows)
    for (const column of columns) {
      const weighting = row.optionalNumber(column);
      if (weighting === undefined || weighting === stepHours) continue;
      const words = `Every snapshot counts for its ${stepHours} h, whatever its weighting`;
      row.change('warning', 'weightings', words, column);
    }
}
