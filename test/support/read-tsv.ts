/**
 * Tables of cases in `test/cases`: one case per line, columns by their header, JSON escapes for tabs, line ends and
 * invisible characters.
 */
import { readFileSync } from 'node:fs';

const CASES = new URL('../../../test/cases/', import.meta.url);

const unescaped = (cell: string): string => JSON.parse(`"${cell.replaceAll('"', '\\"')}"`);

/** The rows of a table under `test/cases`. */
export function readTsv<Column extends string>(
  path: string,
  columns: readonly Column[],
): readonly Readonly<Record<Column, string>>[] {
  const [head = '', ...lines] = readFileSync(new URL(path, CASES), 'utf8').replace(/\n+$/, '').split('\n');
  if (head !== columns.join('\t')) throw new Error(`${path} has the columns ${head}`);
  return lines.map((line) => {
    const cells = line.split('\t');
    if (cells.length !== columns.length) throw new Error(`${path}: ${cells.length} cells in ${line}`);
    return Object.fromEntries(columns.map((column, at) => [column, unescaped(cells[at] ?? '')])) as Record<
      Column,
      string
    >;
  });
}
