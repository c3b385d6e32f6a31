/** Rows of cells -> lines of aligned columns (pure). */
import { plain } from './plain.ts';

export type Cell = string | number | null | undefined;
export type Row = readonly Cell[];

const WIDEST = 60;
const NUMERIC = /^[-+]?\$?[\d,.]+(?:e[-+]?\d+)?(?: [$%\w]+)?$/i;

/** The head first; numbers on the right of their columns. */
export function textTable(head: readonly string[], rows: readonly Row[]): string[] {
  return alignedRows(head, rows)([head, ...rows]);
}

/** How lines are written once `sample` says how wide columns are, so that many rows can be written as they come. */
export function alignedRows(head: readonly string[], sample: readonly Row[]) {
  // Names come first, on the left even where all of them are digits.
  const columns = head.map((name, at) => {
    const cells = sample.map((row) => textOf(row[at]));
    return {
      width: Math.max(name.length, ...cells.map(({ length }) => length)),
      isNumeric:
        at > 0 && cells.some(isNumber) && cells.every((cell) => ['-', ''].includes(cell) || isNumber(cell)),
    };
  });
  return (rows: readonly Row[]): string[] =>
    rows.map((row) =>
      columns
        .map(({ width, isNumeric }, at) => {
          const text = textOf(row[at]);
          return isNumeric ? text.padStart(width) : text.padEnd(width);
        })
        .join('  ')
        .trimEnd(),
    );
}

const isNumber = (cell: string): boolean => NUMERIC.test(cell);

function textOf(cell: Cell): string {
  if (cell === null || cell === undefined) return '-';
  const text = plain(String(cell)).replaceAll(/\s+/g, ' ');
  return text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text;
}
