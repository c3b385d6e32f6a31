/**
 * Writes a model as free MPS (fields between blanks, numbers in full precision), which CBC, Gurobi and CPLEX read
 * alike. Sections are ROWS, COLUMNS with integer markers, RHS, RANGES and BOUNDS. Every bound except [0, inf) is
 * explicit, and so is every bound of an integer column, because readers have different defaults.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import type { ColumnSpec, Milp, Row } from '../../milp/model.ts';
import { toSparseColumns, toSparseRows } from '../../milp/sparse-matrix.ts';
import { columnName, rowName } from './dialect.ts';

/** Number of characters that are written at once. */
const CHUNK = 1 << 16;

export function writeMps(path: string, milp: Milp, relaxed: boolean): void {
  const file = openSync(path, 'wx', 0o600);
  let waiting = '';
  try {
    for (const line of mpsLines(milp, relaxed)) {
      waiting += `${line}\n`;
      if (waiting.length < CHUNK) continue;
      writeSync(file, waiting);
      waiting = '';
    }
    writeSync(file, waiting);
  } finally {
    closeSync(file);
  }
}

/** The text of the file, line by line. */
export function* mpsLines(milp: Milp, relaxed: boolean): Generator<string> {
  // Without `FREE` after the name, CBC expects fields of fixed width.
  yield 'NAME model FREE';
  yield 'ROWS';
  yield ' N COST';
  for (const [r, row] of milp.rows.entries()) yield ` ${sense(row)} ${rowName(r)}`;
  yield 'COLUMNS';
  yield* columnLines(milp, relaxed);
  yield 'RHS';
  for (const [r, row] of milp.rows.entries()) {
    const value = Number.isFinite(row.lower) ? row.lower : row.upper;
    if (value !== 0 && Number.isFinite(value)) yield ` RHS ${rowName(r)} ${value}`;
  }
  yield 'RANGES';
  for (const [r, row] of milp.rows.entries()) {
    const range = row.upper - row.lower;
    if (range > 0 && Number.isFinite(range)) yield ` RNG ${rowName(r)} ${range}`;
  }
  yield 'BOUNDS';
  for (const [c, column] of milp.columns.entries()) {
    yield* boundLines(columnName(c), column, !relaxed && column.integer);
  }
  yield 'ENDATA';
}

type Interval = Pick<Row, 'lower' | 'upper'>;

/**
 * Sense of a row. A range is a `G` row with an entry in RANGES. A row without limits is written as `0 >= 0`, because
 * some readers drop `N` rows.
 */
function sense({ lower, upper }: Interval): 'E' | 'G' | 'L' {
  if (lower === upper) return 'E';
  return Number.isFinite(upper) && lower === -Infinity ? 'L' : 'G';
}

const isFree = ({ lower, upper }: Interval): boolean => lower === -Infinity && upper === Infinity;

function* columnLines({ columns, rows }: Milp, relaxed: boolean): Generator<string> {
  const { starts, indices, values } = toSparseColumns(
    toSparseRows(rows.map((row) => (isFree(row) ? { ...row, terms: [] } : row))),
    columns.length,
  );
  let marked = false;
  for (const [c, { cost, integer }] of columns.entries()) {
    if (!relaxed && integer !== marked) {
      marked = integer;
      yield ` MARKER 'MARKER' '${marked ? 'INTORG' : 'INTEND'}'`;
    }
    const name = columnName(c);
    // Zero costs are written too, so that a column without entries in rows is part of the model.
    yield ` ${name} COST ${cost}`;
    for (let entry = starts[c] ?? 0; entry < (starts[c + 1] ?? 0); entry++) {
      yield ` ${name} ${rowName(indices[entry] ?? 0)} ${values[entry]}`;
    }
  }
  if (marked) yield " MARKER 'MARKER' 'INTEND'";
}

function* boundLines(
  name: string,
  { lower, upper }: Required<ColumnSpec>,
  explicit: boolean,
): Generator<string> {
  if (lower === upper) {
    yield ` FX BND ${name} ${lower}`;
    return;
  }
  if (isFree({ lower, upper })) {
    yield ` FR BND ${name}`;
    return;
  }
  if (lower === -Infinity) yield ` MI BND ${name}`;
  else if (lower !== 0 || explicit || upper < 0) yield ` LO BND ${name} ${lower}`;
  if (Number.isFinite(upper)) yield ` UP BND ${name} ${upper}`;
  else if (explicit) yield ` PL BND ${name}`;
}
