/**
 * Stores a run together with its audit entry, then starts its workflow. Every step is repeatable; the order is the
 * guarantee.
 */
import type { AuditDetails } from '../../mongo/audit.ts';
import type { LifecycleRecord } from '../../mongo/lifecycle.ts';
import type { Transaction } from '../../mongo/transaction.ts';
import type { RequestInfo } from '../http/request.ts';
import type { RunDeps } from './deps.ts';
import type { RunKind } from './run-kind.ts';

interface Acceptance {
  /** Absent for what no request has asked for by itself. */
  readonly request?: Pick<RequestInfo, 'ip' | 'userAgent'>;
  /** What the audit entry says beyond what it says of every run of its kind. */
  readonly details?: AuditDetails;
  /** Stored with the run or not at all. */
  together?(tx: Transaction): Promise<unknown>;
}

export async function acceptRun<Run extends LifecycleRecord>(
  deps: Pick<RunDeps, 'audit' | 'log'>,
  kind: Pick<RunKind<Run>, 'noun' | 'records' | 'start' | 'submitted'>,
  run: Run,
  { request, details, together }: Acceptance,
): Promise<void> {
  const subject = kind.submitted.subject(run);
  const entry = {
    ...subject,
    ip: request?.ip,
    userAgent: request?.userAgent,
    details: { ...subject.details, ...details },
  };
  await deps.audit.together(
    async (tx) => {
      await together?.(tx);
      await kind.records.accept(run, tx);
      await deps.audit.record(kind.submitted.event, entry, tx);
    },
    () => startRun(deps, kind, run),
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
