/** Size limit of reports. */
import { Conflict } from '../http/errors.ts';

/** Largest report, bytes: browsers open larger files slowly, and mail servers refuse them. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Throws `Conflict` for a report that is too large for one file. */
export function fittingReport(text: string): string {
  if (text.length <= MOST_BYTES) return text;
  const size = `${Math.ceil(text.length / 1024 / 1024)} MB, the limit is ${MOST_BYTES / 1024 / 1024} MB`;
  throw new Conflict(
    `The report is too large for one file: ${size}. Download certificate, case and result separately`,
  );
}
