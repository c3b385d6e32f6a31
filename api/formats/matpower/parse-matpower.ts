/**
 * Parses a MATPOWER case file (version 2 of `caseformat`) into its matrices. It reads numbers, texts, and matrices of
 * both. A statement that computes a required field is refused; any other statement is listed for the report.
 */
import { MatpowerError, rowsOf, type Statement, statements, textsOf, unquoted } from './statements.ts';

export { MatpowerError } from './statements.ts';

/** One row per element; columns as in MATPOWER's `caseformat`, from 0. */
export type Matrix = readonly (readonly number[])[];

export interface MatpowerCase {
  /** Base of per-unit values, MVA. */
  readonly baseMva: number;
  readonly bus: Matrix;
  readonly gen: Matrix;
  readonly branch: Matrix;
  /** Cost rows; empty if the file has no costs. */
  readonly gencost: Matrix;
  /** Rows of DC lines; empty if the file has no DC lines. */
  readonly dcline: Matrix;
  /** One name per row of `bus`; empty if the file has no names. */
  readonly busNames: readonly string[];
  /** Fields that are not read, and statements that do not change the case, by their first word. */
  readonly unread: readonly Unread[];
}

interface Unread {
  readonly kind: 'field' | 'replaced' | 'statement';
  readonly name: string;
  readonly line: number;
}

/** Minimum and maximum number of columns of each matrix; the maximum includes columns with results of a solve. */
const COLUMNS = {
  bus: [13, 17],
  gen: [10, 25],
  branch: [11, 21],
  gencost: [4, 1000],
  dcline: [3, 23],
} as const;
type Field = keyof typeof COLUMNS;
const isField = (name: string): name is Field => Object.hasOwn(COLUMNS, name);
/** Fields that a case must have. */
const NEEDED: readonly Field[] = ['bus', 'gen', 'branch'];
/** Commands and functions without effect on the case: they print text, or name columns. */
const HARMLESS = [
  'define_constants',
  'disp',
  'fprintf',
  'printf',
  'format',
  'more',
  'clc',
  'return',
  'end',
  'endfunction',
];
const CONTROL = ['if', 'for', 'parfor', 'while', 'switch', 'try', 'do', 'unwind_protect'];
const ADVICE = 'save the case with savecase and send that';
/** Maximum length of an excerpt of the file in an error message, characters. */
const SHOWN = 40;
const VERSION = '2';

/** Parses a case. Throws `MatpowerError` with the line. */
export function parseMatpower(text: string): MatpowerCase {
  const reader = new CaseReader();
  for (const statement of statements(text)) reader.add(statement);
  return reader.done();
}

class CaseReader {
  /** Name of the variable that holds the case in the file. */
  #name = 'mpc';
  #hasHead = false;
  #baseMva = Number.NaN;
  #busNames: { readonly line: number; readonly names: readonly string[] } | undefined;
  readonly #matrices = new Map<Field, Matrix>();
  readonly #assigned = new Set<string>();
  /** True after a `return`; later statements are ignored. */
  #hasReturned = false;
  /** Unread items by kind and name. */
  readonly #unread = new Map<string, Unread>();

  add(statement: Statement): void {
    const [first = ''] = statement.tokens;
    if (!this.#hasReturned) this.#take(statement);
    else this.#list('statement', typeof first === 'string' ? first : first.kind, statement.line);
  }

  #take(statement: Statement): void {
    const { line, tokens } = statement;
    const [first, second, third, ...others] = tokens;
    if (first === 'function') this.#begin(statement);
    else if (typeof first === 'string' && CONTROL.includes(first))
      throw new MatpowerError(line, `${first} is not carried out: ${ADVICE}`);
    else if (typeof first === 'string' && HARMLESS.includes(first)) {
      this.#list('statement', first, line);
      this.#hasReturned = first === 'return';
    } else if (typeof first === 'string' && first.startsWith(`${this.#name}.`)) {
      const isLiteral = second === '=' && third !== undefined && others.length === 0;
      this.#assign(first.slice(this.#name.length + 1), isLiteral ? third : undefined, line);
    } else if (first === this.#name && tokens.length > 1)
      throw new MatpowerError(line, `computes ${this.#name}: ${ADVICE}`);
    else this.#other(statement);
  }

  /** Reads the head of the function: `function mpc = case9`. */
  #begin({ line, tokens }: Statement): void {
    const [, name, sign] = tokens;
    if (this.#hasHead) throw new MatpowerError(line, `a second function is not carried out: ${ADVICE}`);
    if (typeof name !== 'string' || sign !== '=')
      throw new MatpowerError(line, 'a case of version 2 begins with function mpc = name');
    this.#hasHead = true;
    this.#name = name;
  }

  /** Handles commands, and assignments to other variables than the case. */
  #other({ line, tokens }: Statement): void {
    const equals = tokens.indexOf('=');
    const [first] = tokens;
    const words = tokens
      .slice(0, equals < 0 ? 1 : equals)
      .map((token) => (typeof token === 'string' ? token : pieces(token)));
    const name = words.join(' ').trim();
    if (name.split(/\W+/).includes(this.#name))
      throw new MatpowerError(line, `computes ${this.#name}: ${ADVICE}`);
    if (equals < 0 && first !== this.#name)
      throw new MatpowerError(line, `${name.slice(0, SHOWN)} is not carried out: ${ADVICE}`);
    this.#list('statement', name, line);
  }

  #assign(field: string, value: Statement['tokens'][number] | undefined, line: number): void {
    const [baseField = ''] = field.split('.');
    const isRead = isField(baseField) || ['baseMVA', 'version', 'bus_name'].includes(baseField);
    if (!isRead) {
      this.#list('field', baseField, line);
      return;
    }
    if (value === undefined || field !== baseField)
      throw new MatpowerError(line, `computes ${this.#name}.${baseField}: ${ADVICE}`);
    this.#set(baseField, value, line);
  }

  #set(field: string, value: Value, line: number): void {
    if (this.#assigned.has(field)) this.#list('replaced', field, line);
    this.#assigned.add(field);
    if (field === 'baseMVA') this.#baseMva = toNumber(wordOf(value, field, line), line);
    else if (field === 'version') checkVersion(wordOf(value, field, line), line);
    else if (field === 'bus_name') {
      const names = typeof value === 'string' || value.kind !== '{' ? undefined : textsOf(value);
      if (!names) throw new MatpowerError(line, `${this.#name}.bus_name should be texts in { }`);
      this.#busNames = { line, names };
    } else if (isField(field)) {
      if (typeof value === 'string' || value.kind !== '[')
        throw new MatpowerError(line, `${this.#name}.${field} should be a matrix in [ ]`);
      this.#matrices.set(field, toMatrix(value, field));
    }
  }

  #list(kind: Unread['kind'], name: string, line: number): void {
    const key = `${kind} ${name}`;
    if (!this.#unread.has(key)) this.#unread.set(key, { kind, name, line });
  }

  done(): MatpowerCase {
    if (!(this.#baseMva > 0 && Number.isFinite(this.#baseMva)))
      throw new MatpowerError(1, 'mpc.baseMVA is missing or not a positive number');
    for (const field of NEEDED)
      if (!this.#matrices.has(field)) throw new MatpowerError(1, `mpc.${field} is missing or empty`);
    const matrix = (field: Field): Matrix => this.#matrices.get(field) ?? [];
    if (matrix('bus').length === 0) throw new MatpowerError(1, 'mpc.bus is missing or empty');
    const { names: busNames = [], line = 1 } = this.#busNames ?? {};
    if (this.#busNames && busNames.length !== matrix('bus').length)
      throw new MatpowerError(
        line,
        `mpc.bus_name has ${busNames.length} names, mpc.bus has ${matrix('bus').length} rows`,
      );
    return {
      baseMva: this.#baseMva,
      bus: matrix('bus'),
      gen: matrix('gen'),
      branch: matrix('branch'),
      gencost: matrix('gencost'),
      dcline: matrix('dcline'),
      busNames,
      unread: [...this.#unread.values()],
    };
  }
}

type Value = Statement['tokens'][number];
const pieces = (token: Exclude<Value, string>): string => token.pieces.map(({ text }) => text).join(' ');

function wordOf(value: Value, field: string, line: number): string {
  if (typeof value === 'string') return value;
  throw new MatpowerError(line, `mpc.${field} should not be a matrix`);
}

function checkVersion(value: string, line: number): void {
  const version = /^['"]/.test(value) ? unquoted(value) : value;
  if (version !== VERSION)
    throw new MatpowerError(line, `mpc.version should be '${VERSION}', not ${version.slice(0, SHOWN)}`);
}

/** Maximum number of rows of a matrix; the AC check has the same limit. */
const MAX_ROWS = 100_000;

/** Matrix with rows of equal length. Rows of `gencost` may be shorter, because they state their own length. */
function toMatrix(block: Exclude<Value, string>, name: Field): number[][] {
  const rows: number[][] = [];
  const [least, most] = COLUMNS[name];
  for (const { line, text } of rowsOf(block)) {
    const cells = text.split(',', most + 3).flatMap((part) => part.trim().split(/[ \t\f\v]+/, most + 3));
    if (cells[0] === '') cells.shift();
    if (cells.at(-1) === '') cells.pop();
    const row = cells.map((cell) => toNumber(cell, line));
    const width = rows[0]?.length ?? row.length;
    if (row.length < least)
      throw new MatpowerError(line, `a row of mpc.${name} has ${row.length} columns, not ${least} or more`);
    if (row.length > most)
      throw new MatpowerError(line, `a row of mpc.${name} has more than ${most} columns`);
    if (row.length !== width && name !== 'gencost')
      throw new MatpowerError(
        line,
        `this row of mpc.${name} has ${row.length} columns, the first has ${width}`,
      );
    if (rows.length === MAX_ROWS) throw new MatpowerError(line, `mpc.${name} has more than ${MAX_ROWS} rows`);
    rows.push(row);
  }
  return rows;
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eEdD][+-]?\d+)?$/;
const WORDS: ReadonlyMap<string, number> = new Map([
  ['inf', Number.POSITIVE_INFINITY],
  ['+inf', Number.POSITIVE_INFINITY],
  ['-inf', Number.NEGATIVE_INFINITY],
  ['nan', Number.NaN],
]);

function toNumber(cell: string, line: number): number {
  if (NUMBER.test(cell)) return Number(cell.replace(/d/i, 'e'));
  const word = WORDS.get(cell.toLowerCase());
  if (word !== undefined) return word;
  throw new MatpowerError(line, `${cell.slice(0, SHOWN) || 'an empty cell'} is not a number`);
}
