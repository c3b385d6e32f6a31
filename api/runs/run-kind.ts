/** What the protocol of runs has to know of a kind of run: solve jobs, experiments, executions. */
import type { Audit, AuditEvent, AuditSubject } from '../../mongo/audit.ts';
import type { Lifecycle, LifecycleRecord } from '../../mongo/lifecycle.ts';
import type { Transaction } from '../../mongo/transaction.ts';
import type { JobStatus } from '../../temporal/case/messages/job.ts';

/** Whatever tells how far a run is. */
export interface HasStatus {
  readonly status: JobStatus;
}

/** `Workflow`: what its workflow says of a run; `View`: what a client sees. */
export interface RunKind<
  Run extends LifecycleRecord = LifecycleRecord,
  Workflow extends HasStatus = HasStatus,
  View extends HasStatus = HasStatus,
> {
  /** What messages call a run of this kind. */
  readonly noun: 'job' | 'experiment' | 'execution';
  /** How many a user may have open. */
  readonly mostOpen: number;
  readonly records: Pick<Lifecycle, 'markWorkflowStarted' | 'countOpen'> & {
    find(id: string): Promise<Run | null>;
    accept(run: Run, tx: Transaction): Promise<void>;
  };
  readonly audit: Pick<Audit, 'record'>;
  /** For who only reads: those who ask at the same time may share one answer. */
  read(id: string): Promise<Run | null>;
  /** Starts its workflow; starting it again changes nothing. */
  start(run: Run): Promise<void>;
  /** Undefined when Temporal does not know the workflow. */
  workflow(run: Run): Promise<Workflow | undefined>;
  /** False when the workflow has ended already. */
  cancel(run: Run): Promise<boolean>;
  /** `workflow` is undefined for a run that has ended, and when Temporal does not answer. */
  view(run: Run, workflow: Workflow | undefined): Promise<View>;
  /** The audit entry of a run that was accepted. */
  readonly submitted: { readonly event: AuditEvent; subject(run: Run): AuditSubject };
}
