/** How large a report may be. */
import { Conflict } from '../http/errors.ts';

/** A browser opens no larger file with ease, and no mail takes it. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Throws `Conflict` for a report that is too large for one file. */
export function fittingReport(text: string): string {
  if (text.length <= MOST_BYTES) return text;
  const size = `${Math.ceil(text.length / 1024 / 1024)} MB, a report has ${MOST_BYTES / 1024 / 1024} MB at most`;
  throw new Conflict(`This is too large for one file: ${size}. Take certificate, case and result one by one`);
}
