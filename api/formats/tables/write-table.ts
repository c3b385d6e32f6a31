/** Writes rows as CSV (RFC 4180). */
import { defuse } from '../base/formulas.ts';

export type Cell = string | number | boolean | undefined;

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Text of a cell. Booleans are written as by pandas; undefined and infinite numbers leave the cell empty. */
function toCell(value: Cell): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  return quoted(defuse(value ?? ''));
}

export const toCsv = (columns: readonly string[], rows: Iterable<readonly Cell[]>): string =>
  [columns, ...rows].map((row) => `${row.map(toCell).join(',')}\n`).join('');

/** Table of rows. Its columns are the fields of all rows, in order of appearance; the text is empty without rows. */
export function tableOf(rows: readonly Readonly<Record<string, Cell>>[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return toCsv(
    columns,
    rows.map((row) => columns.map((column) => row[column])),
  );
}
