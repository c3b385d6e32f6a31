/** Kinds of runs (solve jobs, experiments, executions, connection studies), and the acceptance of runs of all kinds. */
import type { Logger } from 'pino';
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

/** The process log, for failures of Temporal that the caller does not hear of. */
export interface HasLog {
  readonly log: Logger;
}

/** A kind of runs. `Workflow`: state of a run as its workflow reports it; `View`: a run as clients see it. */
export interface RunKind<
  Run extends LifecycleRecord = LifecycleRecord,
  Workflow extends HasStatus = HasStatus,
  View extends HasStatus = HasStatus,
> {
  /** Name of the kind in messages. */
  readonly noun: 'job' | 'experiment' | 'execution' | 'study';
  readonly mostOpen: number;
  readonly records: Pick<Lifecycle, 'markWorkflowStarted' | 'countOpen'> & {
    find(id: string): Promise<Run | null>;
    accept(run: Run, tx: Transaction): Promise<void>;
  };
  readonly audit: Pick<Audit, 'record'>;
  /**
   * Reads a run. Concurrent reads may share one answer, so a caller that changes the run must not use this function.
   */
  read(id: string): Promise<Run | null>;
  /** Starts the workflow; has no effect if the workflow has started. */
  start(run: Run): Promise<void>;
  /** State of the workflow; undefined when Temporal does not know it. */
  workflow(run: Run): Promise<Workflow | undefined>;
  /** Requests cancellation; false when the workflow has already ended. */
  cancel(run: Run): Promise<boolean>;
  /** View for clients. `workflow` is undefined for a run that has ended, and when Temporal does not answer. */
  view(run: Run, workflow: Workflow | undefined): Promise<View>;
  /** View for a guest, who has a link but no account. */
  guestView(view: View): View;
  /** Audit entry of an accepted run. */
  readonly submitted: { readonly event: AuditEvent; subject(run: Run): AuditSubject };
}

/** Services without which no run can start. */
export interface Backends {
  /** Solver service. Throws the service's error if the solver is not available. */
  readonly solverService: { requireSolver(solver: SolverName): Promise<void> };
  /** Resolves when Temporal answers in time. */
  readonly pingTemporal: (deadlineMs: number) => Promise<void>;
}

export interface RunDeps
  extends Backends,
    Pick<KitDeps, 'audit' | 'limits' | 'storage' | 'follows' | 'log' | 'now'> {
  readonly idempotency: Idempotency;
}

interface Submitted {
  /** The submitting request; absent for parts of an experiment or execution. */
  readonly request?: Pick<RequestInfo, 'ip' | 'userAgent'>;
  /** Details of the audit entry beyond those that every run of the kind has. */
  readonly details?: AuditDetails;
}

/** Stores a run with its audit entry; a repeated call has no effect. */
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

/** Starts the workflow of an accepted run. If Temporal fails, the workflow `sweep` starts it within seconds. */
export async function startRun<Run extends LifecycleRecord>(
  { log }: HasLog,
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
