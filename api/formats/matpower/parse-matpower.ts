/**
 * Reads a MATPOWER case file: the assignments of numbers and numeric matrices to fields of `mpc`, as the format
 * (version 2) has them. Nothing is evaluated.
 */
import { assignments, MatpowerError } from './assignments.ts';

/** A row per element; columns as in MATPOWER's `caseformat`, from 0. */
export type Matrix = readonly (readonly number[])[];

export interface MatpowerCase {
  /** MVA. */
  readonly baseMva: number;
  readonly bus: Matrix;
  readonly gen: Matrix;
  readonly branch: Matrix;
  /** Empty when the file has none. */
  readonly gencost: Matrix;
  /** Empty when the file has none. */
  readonly dcline: Matrix;
}

/** Least number of columns that a row of each must have. */
const COLUMNS = { bus: 13, gen: 10, branch: 11, gencost: 4, dcline: 3 } as const;
type Field = keyof typeof COLUMNS;

const isField = (name: string): name is Field => Object.hasOwn(COLUMNS, name);

/** Throws `MatpowerError` with the line. */
export function parseMatpower(text: string): MatpowerCase {
  const matrices: Record<Field, number[][]> = { bus: [], gen: [], branch: [], gencost: [], dcline: [] };
  let baseMva = Number.NaN;
  for (const { field, line, text: value } of assignments(text)) {
    if (field === 'baseMVA') baseMva = toNumber(value, line);
    else if (isField(field)) addRows(matrices[field], field, value, line);
  }
  if (!(baseMva > 0)) throw new MatpowerError(1, 'mpc.baseMVA is missing or not a positive number');
  if (matrices.bus.length === 0) throw new MatpowerError(1, 'mpc.bus is missing or empty');
  return { baseMva, ...matrices };
}

/** The checks take no more elements. */
const MAX_ROWS = 100_000;
/** No known case has as many. */
const MAX_COLUMNS = 1000;

function addRows(rows: number[][], name: Field, text: string, line: number): void {
  for (const part of rowsOf(text)) {
    if (part.trim() === '') continue;
    const cells = part.split(/[\s,]+/, 2 * MAX_COLUMNS).filter((cell) => cell !== '' && cell !== '...');
    if (cells.length === 0) continue;
    if (cells.length > MAX_COLUMNS)
      throw new MatpowerError(line, `a row of mpc.${name} has more than ${MAX_COLUMNS} columns`);
    const row = cells.map((cell) => toNumber(cell, line));
    if (row.length < COLUMNS[name]) {
      throw new MatpowerError(
        line,
        `a row of mpc.${name} has ${row.length} columns, not ${COLUMNS[name]} or more`,
      );
    }
    if (rows.length === MAX_ROWS) throw new MatpowerError(line, `mpc.${name} has more than ${MAX_ROWS} rows`);
    rows.push(row);
  }
}

function* rowsOf(text: string): Generator<string> {
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf(';', start);
    const end = found < 0 ? text.length : found;
    yield text.slice(start, end);
    start = end + 1;
  }
}

const WORDS: ReadonlyMap<string, number> = new Map([
  ['inf', Number.POSITIVE_INFINITY],
  ['-inf', Number.NEGATIVE_INFINITY],
  ['nan', Number.NaN],
]);

function toNumber(cell: string, line: number): number {
  const text = cell.trim();
  const word = WORDS.get(text.toLowerCase());
  if (word !== undefined) return word;
  const value = Number(text);
  if (text === '' || Number.isNaN(value)) {
    throw new MatpowerError(line, `${text.slice(0, 40)} is not a number`);
  }
  return value;
}
