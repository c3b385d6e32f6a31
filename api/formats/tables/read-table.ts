/** Reads a CSV file (RFC 4180) with a header line, row by row. Does not yield to the event loop. */
import { CsvError, parse } from 'csv-parse/sync';
import { wrongLine } from '../base/file-text.ts';
import { undefuse } from '../base/formulas.ts';
import { ImportError, type ReportBuilder } from '../base/report.ts';
import { type FileSet, findFile } from './file-set.ts';
import { type TableHead, TableRow, tableError } from './table-row.ts';

/** Maximum length of a row, characters; about a hundred columns of numbers. */
const MAX_ROW_CHARACTERS = 1_000_000;
/** Maximum number of rows of a table; a year in five-minute steps has 105,408 rows. */
const MAX_ROWS = 200_000;

const OPTIONS = {
  bom: true,
  trim: true,
  relax_column_count: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  max_record_size: MAX_ROW_CHARACTERS,
};

/** A file set together with the import report. */
export interface TableFiles extends FileSet {
  readonly report: ReportBuilder;
}

/**
 * Calls `use` with each row of a required file, so that a large table is never in memory as a whole. Resolves with the
 * last row. `areElements`: column names are names of elements, which are case-sensitive. Throws `ImportError` with
 * file, line and column.
 */
export async function eachRow(
  files: TableFiles,
  path: string,
  use: (row: TableRow) => void,
  areElements = false,
): Promise<TableRow | undefined> {
  const name = findFile(files, path);
  if (name === undefined) throw new ImportError([path], `${path}: this table is missing`);
  const bytes = await files.read(name);
  const wrong = wrongLine(bytes);
  if (wrong !== undefined) throw tableError(name, wrong, '1', 'This is not UTF-8 text');
  let [head, last]: [TableHead?, TableRow?] = [];
  let [line, rows] = [0, 0];
  const on_record = (cells: readonly string[], info: { readonly lines: number }): null => {
    line = info.lines;
    const record = cells.map(undefuse);
    const broken = record.findIndex((cell) => /[\r\n]/.test(cell));
    if (broken >= 0)
      throw tableError(
        name,
        line,
        head?.names[broken] ?? String(broken + 1),
        'A cell continues in the next line',
      );
    if (!head) {
      head = toHead(files.report, name, line, record, areElements);
      return null;
    }
    checkWidth(head, line, record);
    rows += 1;
    if (rows > MAX_ROWS) throw tableError(name, line, '1', `Has more than ${MAX_ROWS} rows`);
    last = new TableRow(head, line, record);
    use(last);
    return null;
  };
  try {
    parse(bytes, { ...OPTIONS, on_record });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const column = typeof error['column'] === 'number' ? error['column'] + 1 : 1;
    throw tableError(name, line + 1, String(column), error.message.split(':')[0] ?? error.message);
  }
  if (!head) throw tableError(name, 1, '1', 'Should have a line of names, but the file is empty');
  return last;
}

/** All rows of a small table; an empty list if an optional table is absent. */
export async function readRows(files: TableFiles, path: string, isOptional = false): Promise<TableRow[]> {
  if (isOptional && findFile(files, path) === undefined) return [];
  const rows: TableRow[] = [];
  await eachRow(files, path, (row) => rows.push(row));
  return rows;
}

function toHead(
  report: ReportBuilder,
  file: string,
  line: number,
  names: readonly string[],
  areElements: boolean,
): TableHead {
  const positions = new Map<string, number>();
  const columns = new Set<string>();
  for (const [i, name] of names.entries()) {
    const key = name.toLowerCase();
    const distinct = areElements ? name : key;
    if (columns.has(distinct) && key !== '') throw tableError(file, line, name, 'This column appears twice');
    columns.add(distinct);
    if (!positions.has(key)) positions.set(key, i);
  }
  return { report, file, names, positions, asked: new Set(), numbers: new Set() };
}

/**
 * Refuses a row with more filled cells than the header has columns; empty cells that spreadsheets append are accepted.
 */
function checkWidth({ file, names }: TableHead, line: number, cells: readonly string[]): void {
  const isFilled = cells.length > names.length && cells.slice(names.length).some((cell) => cell !== '');
  if (cells.length >= names.length && !isFilled) return;
  const column = names[cells.length] ?? String(names.length + 1);
  throw tableError(file, line, column, `Should have ${names.length} columns, not ${cells.length}`);
}
