/** What the sweep needs to know of a kind of record, be it jobs, experiments or executions. */
import type { Lifecycle, LifecycleRecord } from '../../mongo/lifecycle.ts';
import type { JobStatus } from '../../temporal/messages/job.ts';

export interface Swept<R extends LifecycleRecord> {
  readonly records: Lifecycle & { find(id: string): Promise<R | null> };
  /** Starts its workflow; starting it again changes nothing. */
  start(record: R): Promise<void>;
  /** Undefined when Temporal does not know the workflow. */
  state(record: R): Promise<{ readonly status: JobStatus } | undefined>;
  /** Records that its workflow is over without having said so. */
  close(record: R): Promise<unknown>;
  /** Its parent starts its workflow when the time has come. */
  isPart(record: R): boolean;
}
