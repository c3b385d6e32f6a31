/**
 * Reads a MATPOWER case file: the assignments of numbers and numeric matrices to fields of `mpc`, as the format
 * (version 2) has them. Nothing is evaluated.
 */

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

interface Assignment {
  readonly field: string;
  /** 1-based. */
  readonly line: number;
  /** The text of a scalar, or what stands on this line of a matrix. */
  readonly text: string;
}

const SCALAR = /^\s*mpc\.(\w+)\s*=\s*([^[{'"\s][^;]*)/;
const OPENING = /^\s*mpc\.(\w+)\s*=\s*\[(.*)$/;

/** The assignments to fields of `mpc`, piece by piece; all else is passed over. Throws `MatpowerError` for an open matrix. */
export function* assignments(text: string): Generator<Assignment> {
  let open: Assignment | undefined;
  for (const { line, raw } of linesOf(text)) {
    const code = withoutComment(raw);
    const piece: Assignment | null = open ? { field: open.field, line, text: code } : opened(code, line);
    if (!piece) {
      yield* scalar(code, line);
      continue;
    }
    open ??= piece;
    const end = piece.text.indexOf(']');
    yield end < 0 ? piece : { ...piece, text: piece.text.slice(0, end) };
    if (end >= 0) open = undefined;
  }
  if (open) throw new MatpowerError(open.line, `mpc.${open.field} is not closed with ]`);
}

/** The beginning of a matrix, with what follows on its line. */
function opened(code: string, line: number): Assignment | null {
  const [, field, text] = OPENING.exec(code) ?? [];
  return field !== undefined && text !== undefined ? { field, line, text } : null;
}

function* scalar(code: string, line: number): Generator<Assignment> {
  const [, field, text] = SCALAR.exec(code) ?? [];
  if (field !== undefined && text !== undefined) yield { field, line, text };
}

/** A comment ends the line; `%` inside quotes cannot occur in numeric matrices. */
const withoutComment = (line: string): string => {
  const at = line.indexOf('%');
  return at < 0 ? line : line.slice(0, at);
};

/** No known case has as many: 100,000 buses take some 14 MB in 300,000 lines. */
const MAX_LINES = 2_000_000;
const MAX_LINE_LENGTH = 1_000_000;

/** Lines end with \n, \r\n or \r. */
function* linesOf(text: string): Generator<{ readonly line: number; readonly raw: string }> {
  const end = /\r\n|\n|\r|$/g;
  let line = 0;
  for (let start = 0; start < text.length; start = end.lastIndex) {
    const { index = text.length } = end.exec(text) ?? {};
    line += 1;
    if (index - start > MAX_LINE_LENGTH)
      throw new MatpowerError(line, `has more than ${MAX_LINE_LENGTH} characters`);
    if (line > MAX_LINES) throw new MatpowerError(line, `the file has more than ${MAX_LINES} lines`);
    yield { line, raw: text.slice(start, index) };
  }
}

/** Says why a file is no MATPOWER case, and where. */
export class MatpowerError extends Error {
  /** 1-based. */
  readonly line: number;

  constructor(line: number, message: string) {
    super(`Line ${line}: ${message}`);
    this.name = 'MatpowerError';
    this.line = line;
  }
}
