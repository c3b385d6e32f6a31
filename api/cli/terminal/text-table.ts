/** Rows of cells -> lines of aligned columns (pure). */
import { plain } from './plain.ts';

export type Cell = string | number | null | undefined;
export type Row = readonly Cell[];

const WIDEST = 60;
const NUMERIC = /^[-+]?\$?[\d,.]+(?:e[-+]?\d+)?(?: [$%\w]+)?$/i;

/** The head first; names on the left, and numbers on the right of their columns behind them. */
export function textTable(head: readonly string[], rows: readonly Row[]): string[] {
  const texts = [head, ...rows].map((row) => head.map((_, at) => textOf(row[at])));
  const columns = head.map((_, at) => {
    const [, ...cells] = texts.map((row) => row[at] ?? '');
    const width = texts.reduce((most, row) => Math.max(most, row[at]?.length ?? 0), 0);
    const isNumeric =
      cells.some(isNumber) && cells.every((cell) => cell === '-' || cell === '' || isNumber(cell));
    return { width, isRight: at > 0 && isNumeric };
  });
  return texts.map((row) =>
    columns
      .map(({ width, isRight }, at) => (isRight ? row[at]?.padStart(width) : row[at]?.padEnd(width)))
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
