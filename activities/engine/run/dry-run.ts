/** What a solve of a payload would meet, without solving it; computed in a thread of its own. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CauseCode } from '../../../temporal/case/messages/families.ts';
import type { Cause } from '../../../temporal/case/messages/infeasibility.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { formulate } from '../../uc/formulation/index.ts';
import { toInstance } from '../../uc/instance.ts';
import type { CaseWarning } from '../base/case-warnings.ts';
import { networkOf } from '../base/prepared-case.ts';

export interface Finding extends Omit<Cause, 'shortfall_mw' | 'code'> {
  /** Code of a cause, or of a finding that only a dry run and a warning have. */
  readonly code: CauseCode | CaseWarning['code'] | 'REACTANCES_CANCEL_OUT';
  readonly severity: 'error' | 'warning' | 'info';
  /** Field of the element, or of the payload for `system`; absent where it is about several. */
  readonly field?: string;
}

export interface DryRun {
  /** No finding is an error: nothing proves that there is no schedule. */
  readonly valid: boolean;
  readonly findings: readonly Finding[];
  readonly size: ModelSize;
}

/** Rows, columns and integer variables of the model of a payload, before flow limits are added. */
interface ModelSize {
  readonly rows: number;
  readonly columns: number;
  readonly integers: number;
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

export function modelSize(payload: SolvePayload, jobType: JobType): ModelSize {
  const { milp } = formulate(toInstance(payload, jobType, networkOf(payload, jobType).network));
  return {
    rows: milp.rows.length,
    columns: milp.columns.length,
    integers: milp.columns.filter(({ integer }) => integer).length,
  };
}
