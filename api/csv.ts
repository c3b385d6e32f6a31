/** Rows -> RFC 4180 CSV stream; text that a spreadsheet would run as a formula is defused (CWE-1236). */
import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';

export function toCsv(
  columns: readonly string[],
  rows: Iterable<readonly (string | number | null)[]>,
): Readable {
  const csv = stringify({
    record_delimiter: 'windows',
    escape_formulas: true,
    // A negative number is a number, not a formula.
    cast: { number: (value) => ({ value: String(value), escape_formulas: false }) },
  });
  // A broken pipe shows at the stream that is returned; there is nothing else to tell.
  return pipeline(Readable.from(withHeader(columns, rows)), csv, () => undefined);
}

function* withHeader<T>(
  columns: readonly string[],
  rows: Iterable<readonly T[]>,
): Generator<readonly (T | string)[]> {
  yield columns;
  yield* rows;
}
