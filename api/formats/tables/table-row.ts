/** A row of a table, read cell by cell. Column names are case-insensitive. */
import { FieldReader } from '../base/fields.ts';
import { ImportError, type Place, type ReportBuilder } from '../base/report.ts';

/** The header line of a table. */
export interface TableHead {
  readonly report: ReportBuilder;
  readonly file: string;
  readonly names: readonly string[];
  /** Column name in lower case -> position. */
  readonly positions: ReadonlyMap<string, number>;
  /** Names of the columns that were read, in lower case. */
  readonly asked: Set<string>;
  /** Columns that were read as numbers. */
  readonly numbers: Set<string>;
}

/** Texts that stand for a missing value, as in pandas. */
const BLANKS = ['', 'na', 'n/a', 'null', 'nan', '-nan', 'none', '<na>', '#na', '#n/a', '#n/a n/a'];
const INFINITE = /^([+-]?)inf(?:inity)?$/i;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** An import error whose message states file, line and column. */
export function tableError(file: string, line: number, column: string, message: string): ImportError {
  return new ImportError([file, line, column], `${file}, line ${line}, column '${column}': ${message}`);
}

/** Largest accepted quantity, beyond any power system. The product of two such quantities is finite. */
const LARGEST = 1e12;
/** Longest name, characters. */
const LONGEST = 100;

export class TableRow extends FieldReader {
  readonly head: TableHead;
  /** Line in the file, from 1; for a row over several lines, its last line. */
  readonly line: number;
  readonly cells: readonly string[];

  constructor(head: TableHead, line: number, cells: readonly string[]) {
    super(head.report);
    this.head = head;
    this.line = line;
    this.cells = cells;
  }

  place(column: string): Place {
    return [this.head.file, this.line, column];
  }

  refuse(column: string, message: string): never {
    throw tableError(this.head.file, this.line, column, message);
  }

  has(column: string): boolean {
    return this.#position(column) !== undefined;
  }

  /** Text of a cell. Undefined if the column is missing, the cell is empty, or its text means a missing value. */
  optionalText(column: string, longest = LONGEST): string | undefined {
    const position = this.#position(column);
    const cell = position === undefined ? '' : (this.cells[position] ?? '');
    if (BLANKS.includes(cell.toLowerCase())) return undefined;
    if (cell.length > longest) this.refuse(column, `Should have at most ${longest} characters`);
    return cell === '__proto__' ? this.refuse(column, `Should not be ${cell}`) : cell;
  }

  text(column: string, longest = LONGEST): string {
    if (!this.has(column)) throw tableError(this.head.file, 1, column, 'Column missing');
    return this.optionalText(column, longest) ?? this.refuse(column, 'Should not be empty');
  }

  optionalNumber(column: string): number | undefined {
    const cell = this.optionalText(column);
    return cell === undefined ? undefined : this.#number(cell, column);
  }

  /** Reads a number that may be infinite: pandas writes an absent limit as `inf`. */
  limit(column: string, fallback?: number): number {
    const [, sign] = INFINITE.exec(this.optionalText(column) ?? '') ?? [];
    if (sign === undefined) return this.number(column, fallback);
    return sign === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }

  number(column: string, fallback?: number): number {
    if (fallback === undefined) return this.#number(this.text(column), column);
    return this.optionalNumber(column) ?? fallback;
  }

  /** Reads a number by the position of its column, for tables with one column per element. */
  numberAt(position: number): number {
    const cell = this.cells[position] ?? '';
    return this.#toNumber(cell, this.#nameAt(position));
  }

  /** Number in a column, by position; NaN for a missing value. */
  numberOrNaN(position: number): number {
    const isMissing = BLANKS.includes((this.cells[position] ?? '').toLowerCase());
    return isMissing ? Number.NaN : this.numberAt(position);
  }

  #position(column: string): number | undefined {
    const key = column.toLowerCase();
    this.head.asked.add(key);
    return this.head.positions.get(key);
  }

  #nameAt(position: number): string {
    return this.head.names[position] ?? String(position + 1);
  }

  /** Throws for an invalid cell in a column of numbers, even if the cell was not read. */
  checkNumbers(): void {
    for (const column of this.head.numbers) {
      const cell = this.optionalText(column);
      if (cell !== undefined && !INFINITE.test(cell))
        this.#number(cell, this.#nameAt(this.#position(column) ?? 0));
    }
  }

  #number(cell: string, column: string): number {
    this.head.numbers.add(column.toLowerCase());
    return this.#toNumber(cell, column);
  }

  #toNumber(cell: string, column: string): number {
    if (!NUMBER.test(cell)) this.refuse(column, `Should be a number, not '${shown(cell)}'`);
    const value = Number(cell);
    return Math.abs(value) <= LARGEST ? value : this.refuse(column, `Is too large: ${shown(cell)}`);
  }
}

/**
 * Refuses invalid numbers in columns of numbers, and reports columns that were not read. `harmless`: columns, in lower
 * case, that affect neither feasibility nor cost. Call this after the table has been read.
 */
export function noteTable(
  rows: readonly TableRow[],
  harmless: readonly string[] = [],
  ofFormat: RegExp = ANY,
): void {
  for (const row of rows) row.checkNumbers();
  noteUnread(rows, harmless, ofFormat);
}

const ANY = /^/;

/**
 * Reports columns that were not read. `ofFormat`: pattern of the names that the format may define. Other columns were
 * added by users; programs of the format ignore them too.
 */
export function noteUnread(
  rows: readonly TableRow[],
  harmless: readonly string[] = [],
  ofFormat: RegExp = ANY,
): void {
  const [row] = rows;
  if (!row) return;
  const { report, file, names, asked } = row.head;
  const isEmpty = (position: number): boolean =>
    rows.every(({ cells }) => BLANKS.includes((cells[position] ?? '').toLowerCase()));
  const unread = names.flatMap((name, position) => {
    const key = name.toLowerCase();
    if (asked.has(key) && row.head.positions.get(key) === position) return [];
    const matters = ofFormat.test(key) && !harmless.includes(key) && !isEmpty(position);
    return [{ name: name || `column ${position + 1}`, matters }];
  });
  for (const severity of ['warning', 'info'] as const) {
    const columns = unread
      .filter(({ matters }) => matters === (severity === 'warning'))
      .map(({ name }) => name);
    const [first] = columns;
    if (first === undefined) continue;
    const message = `Columns of ${file} without a counterpart: ${columns.join(', ')}`;
    report.drop(severity, 'unused_columns', message, [file, 1, first]);
  }
}

/** Maximum length of an excerpt of a cell in an error message, characters. */
const SHOWN = 40;
const shown = (cell: string): string => (cell.length > SHOWN ? `${cell.slice(0, SHOWN)}...` : cell);
