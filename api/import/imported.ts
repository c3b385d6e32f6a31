/** What every reader of a public format returns. */
import type { SolvePayload } from '../../temporal/messages/payload.ts';
import type { ImportReport } from './import-report.ts';

export interface Imported {
  readonly payload: SolvePayload;
  readonly jobType: 'uc' | 'scuc';
  readonly report: ImportReport;
}
