/** Rows -> CSV (RFC 4180). */
import type { Stepwise } from '../../../temporal/json/in-slices.ts';

export type Cell = string | number | boolean | undefined;

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Booleans as pandas writes them; undefined and what is not finite are empty. */
function toCell(value: Cell): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  return quoted(value ?? '');
}

const ROWS_PER_STEP = 20;

/** Long tables, in slices of the event loop. */
export function* toCsvInSteps(columns: readonly string[], rows: Iterable<readonly Cell[]>): Stepwise<string> {
  const pieces = [toCsv(columns, [])];
  let count = 0;
  for (const row of rows) {
    pieces.push(`${row.map(toCell).join(',')}\n`);
    count += 1;
    if (count % ROWS_PER_STEP === 0) yield;
  }
  return pieces.join('');
}

export const toCsv = (columns: readonly string[], rows: Iterable<readonly Cell[]>): string =>
  [columns, ...rows].map((row) => `${row.map(toCell).join(',')}\n`).join('');

/** Columns by the names of the fields of the first row; none without rows. */
export function tableOf(rows: readonly Readonly<Record<string, Cell>>[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return toCsv(
    columns,
    rows.map((row) => columns.map((column) => row[column])),
  );
}
