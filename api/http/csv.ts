/** Rows -> RFC 4180 CSV stream; text that a spreadsheet would run as a formula is defused (CWE-1236). */
import { pipeline, Readable } from 'node:stream';
import { type Options, stringify } from 'csv-stringify';
import { stringify as stringifyNow } from 'csv-stringify/sync';
import { ApiError, ServiceUnavailable } from './errors.ts';

type Row = readonly (string | number | null)[];

const OPTIONS: Options = {
  record_delimiter: 'windows',
  // A lone CR or LF in a cell would end the record for most readers.
  quote_record_delimiter: true,
  escape_formulas: true,
  cast: {
    // A negative number is a number, not a formula.
    number: (value) => ({ value: String(value), escape_formulas: false }),
    // The one dangerous first character that the library lets pass.
    string: (value) => (value.startsWith('\0') ? `'${value}` : value),
  },
};

/** The text of one record, for who writes so many that those of one kind are joined by hand. */
export const csvRecord = (row: Row): string => stringifyNow([[...row]], OPTIONS);

export function toCsv(columns: readonly string[], rows: Iterable<Row> | AsyncIterable<Row>): Readable {
  const csv = stringify(OPTIONS);
  csv.write(columns);
  // A broken pipe shows at the stream that is returned; there is nothing else to tell.
  return pipeline(Readable.from(rows), csv, () => undefined);
}

/**
 * Reads the first of some rows and gives all of them: a failure there becomes a 503, not a download that breaks off.
 */
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
