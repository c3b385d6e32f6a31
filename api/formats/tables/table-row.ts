/** A row of a table, read cell by cell. Columns go by their names, whatever the case of the letters. */
import { FieldReader } from '../base/fields.ts';
import { ImportError, type Place, type ReportBuilder } from '../base/report.ts';

/** The first line of a table. */
export interface TableHead {
  readonly report: ReportBuilder;
  readonly file: string;
  readonly names: readonly string[];
  /** Lower-case name -> position. */
  readonly positions: ReadonlyMap<string, number>;
  /** Lower-case names that a reader has asked for. */
  readonly asked: Set<string>;
  /** Columns that a reader asked a number of. */
  readonly numbers: Set<string>;
}

/** Words for no value: those that pandas reads as such. */
const BLANKS = ['', 'na', 'n/a', 'null', 'nan', '-nan', 'none', '<na>', '#na', '#n/a', '#n/a n/a'];
const INFINITE = /^([+-]?)inf(?:inity)?$/i;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** An error in words that hold without the place beside them. */
export function tableError(file: string, line: number, column: string, message: string): ImportError {
  return new ImportError([file, line, column], `${file}, line ${line}, column '${column}': ${message}`);
}

/** No quantity of a power system is larger, and products of two stay finite. */
const LARGEST = 1e12;
/** Characters of a name. */
const LONGEST = 100;

export class TableRow extends FieldReader {
  readonly head: TableHead;
  /** In the file, from 1; of a row over several lines the last. */
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

  /** Undefined when the cell or the column is empty, or says that there is no value. */
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

  /** Pandas writes an absent limit as `inf`. */
  limit(column: string, fallback?: number): number {
    const [, sign] = INFINITE.exec(this.optionalText(column) ?? '') ?? [];
    if (sign === undefined) return this.number(column, fallback);
    return sign === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }

  number(column: string, fallback?: number): number {
    if (fallback === undefined) return this.#number(this.text(column), column);
    return this.optionalNumber(column) ?? fallback;
  }

  /** By position, for tables with a column per element. */
  numberAt(position: number): number {
    const cell = this.cells[position] ?? '';
    return this.#toNumber(cell, this.#nameAt(position));
  }

  #position(column: string): number | undefined {
    const key = column.toLowerCase();
    this.head.asked.add(key);
    return this.head.positions.get(key);
  }

  #nameAt(position: number): string {
    return this.head.names[position] ?? String(position + 1);
  }

  /** Throws where one of the columns that have numbers has none in this row, even if nobody has read it here. */
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
 * Refuses what is no number in columns of numbers, and reports columns left unread. `harmless`: lower-case names of columns that change
 * neither what is feasible nor what it costs. Call it when a table has been read.
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
 * Reports the columns of a table that no reader has read. `ofFormat`: names that the format may define; people add other
 * columns, which its own programs pass over.
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
    const own = unread.filter(({ matters }) => matters === (severity === 'warning')).map(({ name }) => name);
    const [first] = own;
    if (first === undefined) continue;
    const message = `Columns of ${file} without a counterpart: ${own.join(', ')}`;
    report.drop(severity, 'unused_columns', message, [file, 1, first]);
  }
}

/** An error shows no more of a cell. */
const SHOWN = 40;
const shown = (cell: string): string => (cell.length > SHOWN ? `${cell.slice(0, SHOWN)}...` : cell);
