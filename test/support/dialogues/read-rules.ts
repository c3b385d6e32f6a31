/** Rules of the API as tables of `test/cases`: tab-separated rows of a request, its answer and its audit entries. */
import { readFileSync } from 'node:fs';

const FOLDER = new URL('../../../../test/cases/', import.meta.url);
const COLUMNS = ['rule', 'caller', 'request', 'body', 'status', 'answer', 'headers', 'audit'] as const;

/** The text of every cell, and `file:line`. */
export type Row = Readonly<Record<(typeof COLUMNS)[number] | 'place', string>>;

export interface Rule {
  readonly title: string;
  readonly rows: readonly Row[];
}

/** Rows before the first title come first in every rule of the table. */
export function readRules(file: string): Rule[] {
  const [head = '', ...lines] = readFileSync(new URL(file, FOLDER), 'utf8').trimEnd().split('\n');
  if (head !== COLUMNS.join('\t')) throw new Error(`the columns of ${file} are not ${COLUMNS.join()}`);
  const shared: Row[] = [];
  const rules: { title: string; rows: Row[] }[] = [];
  for (const [index, line] of lines.entries()) {
    if (line === '' || line.startsWith('#')) continue;
    const row = toRow(line, `${file}:${index + 2}`);
    if (row.rule !== '')
      rules.push({ title: row.rule, rows: row.request === 'settings' ? [row, ...shared] : [...shared, row] });
    else (rules.at(-1)?.rows ?? shared).push(row);
  }
  return rules;
}

function toRow(line: string, place: string): Row {
  const cells = line.split('\t');
  if (cells.length > COLUMNS.length) throw new Error(`${place} has more cells than columns`);
  const texts = COLUMNS.map((column, index) => [column, cells[index] ?? '']);
  return { ...(Object.fromEntries(texts) as Row), place };
}
