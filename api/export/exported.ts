/** What every writer of a public format returns. */
import type { ImportReport } from '../import/import-report.ts';

export interface Exported {
  /** To be written as JSON. */
  readonly file: object;
  /** Places are those of the payload. */
  readonly report: ImportReport;
}
