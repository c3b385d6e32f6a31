/** Answers for programs: as JSON, as YAML, or as CSV with a row for each record. */
import { plain } from './plain.ts';

export const FORMATS = ['table', 'json', 'yaml', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

export const isFormat = (text: string | undefined): text is Format => FORMATS.some((each) => each === text);

/** `records`: what of an answer are the rows of a table. */
export type Write = (answer: unknown, records: readonly object[]) => string;

/** Undefined for a table, which people read. A library is loaded only where its format is asked for. */
export async function writerOf(format: Format): Promise<Write | undefined> {
  if (format === 'json') return (answer) => `${JSON.stringify(answer, undefined, 2)}\n`;
  if (format === 'yaml') {
    const { stringify } = await import('yaml');
    // Readers of YAML 1.1 take a bare `yes` or a bare date for something else than text: version 1.1 quotes both.
    return (answer) => stringify(answer, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false });
  }
  if (format === 'table') return undefined;
  const { stringify } = await import('csv-stringify/sync');
  return (_, records) => {
    const rows = records.map((record) => Object.fromEntries(cellsOf('', record)));
    const columns = [...new Set(rows.flatMap(Object.keys))];
    return stringify(rows, { header: columns.length > 0, columns, escape_formulas: true });
  };
}

/** A name with dots for what lies deeper. A list of words is one cell; a list of records or of figures is none. */
function cellsOf(name: string, value: unknown): [string, string | number][] {
  if (Array.isArray(value))
    return value.every((each) => typeof each === 'string') ? [[name, plain(value.join(' '))]] : [];
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, part]) =>
      cellsOf(name === '' ? key : `${name}.${key}`, part),
    );
  return [[name, typeof value === 'number' ? value : plain(String(value ?? ''))]];
}
