/** Kinds of runs (solve jobs, experiments, executions), and how a run of any kind is accepted. */
import type { Audit, AuditDetails, AuditEvent, AuditSubject } from '../../mongo/audit.ts';
import type { Idempotency } from '../../mongo/idempotency.ts';
import type { Lifecycle, LifecycleRecord } from '../../mongo/lifecycle.ts';
import type { Transaction } from '../../mongo/transaction.ts';
import type { JobStatus } from '../../temporal/case/messages/job.ts';
import type { SolverName } from '../../temporal/solvers.ts';
import type { KitDeps } from '../http/deps.ts';
import type { RequestInfo } from '../http/request.ts';

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
  /** What of it somebody sees who has a link to it, and no account. */
  guestView(view: View): View;
  /** The audit entry of a run that was accepted. */
  readonly submitted: { readonly event: AuditEvent; subject(run: Run): AuditSubject };
}

export interface RunDeps extends Pick<KitDeps, 'audit' | 'limits' | 'storage' | 'follows' | 'log' | 'now'> {
  readonly idempotency: Idempotency;
  /** Throws what the solver service says. */
  readonly solverService: { requireSolver(solver: SolverName): Promise<void> };
  /** Resolves when Temporal answers in time. */
  readonly pingTemporal: (deadlineMs: number) => Promise<void>;
}

interface Submitted {
  /** Absent for what no request has asked for by itself. */
  readonly request?: Pick<RequestInfo, 'ip' | 'userAgent'>;
  /** What the audit entry says beyond what it says of every run of its kind. */
  readonly details?: AuditDetails;
}

/** Stores a run with its audit entry; a second time it changes nothing. */
export async function storeRun<Run extends LifecycleRecord>(
  { records, audit, submitted }: Pick<RunKind<Run>, 'records' | 'audit' | 'submitted'>,
  run: Run,
  { request, details }: Submitted,
  tx: Transaction,
): Promise<void> {
  const subject = submitted.subject(run);
  const from = { ip: request?.ip, userAgent: request?.userAgent };
  await records.accept(run, tx);
  await audit.record(
    submitted.event,
    { ...subject, ...from, details: { ...subject.details, ...details } },
    tx,
  );
}

/** Accepted is accepted: when Temporal fails just now, the sweep starts the workflow within seconds. */
export async function startRun<Run extends LifecycleRecord>(
  { log }: Pick<RunDeps, 'log'>,
  { noun, records, start }: Pick<RunKind<Run>, 'noun' | 'records' | 'start'>,
  run: Run,
): Promise<void> {
  try {
    await start(run);
    records.markWorkflowStarted(run._id);
  } catch (error) {
    log.warn({ err: error, [`${noun}_id`]: run._id }, 'workflow left to the sweep');
  }
}
