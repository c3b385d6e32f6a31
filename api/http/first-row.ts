/**
 * Reads the first of some rows before any is sent: what fails there is a 503, not a download that breaks off.
 */
import { ApiError, ServiceUnavailable } from './errors.ts';

/** Gives the rows back unread, but for the first, which is there. */
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
