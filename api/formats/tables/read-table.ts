/** A CSV file (RFC 4180) with a line of names -> its rows, one after another. */
import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse';
import { undefuse } from '../base/formulas.ts';
import { ImportError } from '../base/import-error.ts';
import { type FileSet, findFile } from './file-set.ts';
import { type TableHead, TableRow, tableError } from './table-row.ts';

/** Some hundred columns of numbers; longer ones are no tables. */
const MAX_ROW_CHARACTERS = 1_000_000;
/** A year in five-minute steps has 105,408. */
const MAX_ROWS = 200_000;

const OPTIONS = {
  bom: true,
  info: true,
  trim: true,
  relax_column_count: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  max_record_size: MAX_ROW_CHARACTERS,
};

interface ParsedRow {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** The rows of a file that must be there, by its path. Throws `ImportError` with file, line and column. */
export async function* readTable(files: FileSet, path: string): AsyncGenerator<TableRow, void> {
  const name = findFile(files, path);
  if (name === undefined) throw new ImportError([path], `${path}: this table is missing`);
  let head: TableHead | undefined;
  let rows = 0;
  const bytes = await files.read(name);
  checkEncoding(name, bytes);
  for await (const { record: cells, info } of parsedRows(name, bytes)) {
    const record = cells.map(undefuse);
    if (!head) {
      head = toHead(name, info.lines, record);
      continue;
    }
    checkWidth(head, info.lines, record);
    rows += 1;
    if (rows > MAX_ROWS) throw tableError(name, info.lines, '1', `Has more than ${MAX_ROWS} rows`);
    yield new TableRow(head, info.lines, record);
  }
  if (!head) throw tableError(name, 1, '1', 'Should have a line of names, but the file is empty');
}

const LINE_FEED = 0x0a;

/** Other letters would become names that nobody has written. */
function checkEncoding(name: string, bytes: Buffer): void {
  if (isUtf8(bytes)) return;
  let line = 1;
  for (let from = 0; from < bytes.length; line++) {
    const feed = bytes.indexOf(LINE_FEED, from);
    const end = feed < 0 ? bytes.length : feed + 1;
    if (!isUtf8(bytes.subarray(from, end))) break;
    from = end;
  }
  throw tableError(name, line, '1', 'This is not UTF-8 text');
}

/** Small tables: all rows. An optional table that is absent has none. */
export async function readRows(files: FileSet, path: string, isOptional = false): Promise<TableRow[]> {
  if (isOptional && findFile(files, path) === undefined) return [];
  const rows: TableRow[] = [];
  for await (const row of readTable(files, path)) rows.push(row);
  return rows;
}

/** Each piece is parsed and its rows are used before the next turn: a pipe would read ahead of its reader. */
async function* parsedRows(name: string, bytes: Buffer): AsyncGenerator<ParsedRow, void> {
  let line = 0;
  try {
    for await (const row of rowsOf(bytes)) {
      line = row.info.lines;
      yield row;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const column = typeof error['column'] === 'number' ? error['column'] + 1 : 1;
    throw tableError(name, line + 1, String(column), error.message.split(':')[0] ?? error.message);
  }
}

/** Parsed at a time: a file may have more rows than are read. */
const CHUNK_BYTES = 64 * 1024;

async function* rowsOf(bytes: Buffer): AsyncGenerator<ParsedRow, void> {
  const parser = parse(OPTIONS);
  let failed: Error | undefined;
  parser.once('error', (error) => {
    failed = error;
  });
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
    parser.write(bytes.subarray(from, from + CHUNK_BYTES));
    for (let row = parser.read(); row !== null && !failed; row = parser.read()) yield row;
    if (failed) throw failed;
  }
  parser.end();
  for await (const row of parser) yield row;
}

function toHead(file: string, line: number, names: readonly string[]): TableHead {
  const positions = new Map<string, number>();
  for (const [i, name] of names.entries()) {
    const key = name.toLowerCase();
    if (positions.has(key) && key !== '') throw tableError(file, line, name, 'This column is there twice');
    positions.set(key, i);
  }
  return { file, names, positions, asked: new Set(), numbers: new Set() };
}

/** Spreadsheets leave empty cells behind the last one. */
function checkWidth({ file, names }: TableHead, line: number, cells: readonly string[]): void {
  const isFilled = cells.length > names.length && cells.slice(names.length).some((cell) => cell !== '');
  if (cells.length >= names.length && !isFilled) return;
  const column = names[cells.length] ?? String(names.length + 1);
  throw tableError(file, line, column, `Should have ${names.length} columns, not ${cells.length}`);
}
