/** Converts rows to a CSV stream (RFC 4180). Escapes text that a spreadsheet would run as a formula (CWE-1236). */
import { pipeline, Readable } from 'node:stream';
import { type Options, stringify } from 'csv-stringify';
import { stringify as stringifyNow } from 'csv-stringify/sync';
import { ApiError, ServiceUnavailable } from './errors.ts';

type Row = readonly (string | number | null)[];

const OPTIONS: Options = {
  record_delimiter: 'windows',
  // Quotes cells with a lone CR or LF, which most readers would take as the end of the record.
  quote_record_delimiter: true,
  escape_formulas: true,
  cast: {
    // Numbers are not escaped: a negative number is not a formula.
    number: (value) => ({ value: String(value), escape_formulas: false }),
    // Escapes NUL, the one dangerous first character that the library does not escape.
    string: (value) => (value.startsWith('\0') ? `'${value}` : value),
  },
};

/** The text of one record, for large exports that do not use the CSV stream. */
export const csvRecord = (row: Row): string => stringifyNow([[...row]], OPTIONS);

export function toCsv(columns: readonly string[], rows: Iterable<Row> | AsyncIterable<Row>): Readable {
  const csv = stringify(OPTIONS);
  csv.write(columns);
  // The callback does nothing, because errors are raised at the returned stream.
  return pipeline(Readable.from(rows), csv, () => undefined);
}

/** Reads the first row, then yields all rows: a failure at the start becomes a 503 instead of a truncated download. */
export async function withFirstRow<T>(rows: AsyncIterable<T>): Promise<AsyncIterable<T>> {
  const iterator = rows[Symbol.asyncIterator]();
  let first: IteratorResult<T> | undefined;
  try {
    first = await iterator.next();
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw new ServiceUnavailable('The rows cannot be read now', { cause });
  }
  const next = async () => {
    const row = first ?? (await iterator.next());
    first = undefined;
    return row;
  };
  const end = async () => (await iterator.return?.()) ?? { done: true as const, value: undefined };
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
}
