/** What a solve of a payload would meet, without solving it; computed in a thread of its own. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Cause, CauseCode } from '../../temporal/messages/infeasibility.ts';
import type { SolvePayload } from '../../temporal/messages/payload.ts';
import type { JobType } from '../../temporal/solvers.ts';
import type { CaseWarning } from './case-warnings.ts';
import type { ModelSize } from './size.ts';

export interface Finding extends Omit<Cause, 'shortfall_mw' | 'code'> {
  /** Code of a cause, or of a finding that only a dry run and a warning have. */
  readonly code: CauseCode | CaseWarning['code'] | 'REACTANCES_CANCEL_OUT';
  readonly severity: 'error' | 'warning' | 'info';
}

export interface DryRun {
  /** No finding is an error: nothing proves that there is no schedule. */
  readonly valid: boolean;
  readonly findings: readonly Finding[];
  readonly size: ModelSize;
}

export async function dryRun(jobType: JobType, payload: SolvePayload): Promise<DryRun> {
  const thread = new Worker(new URL('./dry-run-thread.js', import.meta.url), {
    workerData: { jobType, payload },
  });
  try {
    const [answer]: DryRun[] = await once(thread, 'message');
    if (!answer) throw new Error('the dry run gave no answer');
    return answer;
  } finally {
    await thread.terminate();
  }
}
