/** Fields that every view of a run has: status and times (pure). */
import type { LifecycleRecord } from '../../mongo/lifecycle.ts';
import { isTerminal, type JobError, type JobStatus } from '../../temporal/case/messages/job.ts';

/** Text in place of ids that a guest need not know. */
export const HIDDEN = 'shared by link';

/** State of a run as its workflow reports it; times are ISO 8601. */
interface WorkflowState {
  readonly status: JobStatus;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly error: JobError | null;
}

/**
 * Current state of a run. A final status in the record takes precedence; otherwise the state of the workflow, if it is
 * known, is newer than the record.
 */
export const liveState = <State extends WorkflowState>(
  { status }: Pick<LifecycleRecord, 'status'>,
  state: State | undefined,
): State | undefined => (isTerminal(status) ? undefined : state);

export function lifeOf(
  run: Pick<LifecycleRecord, 'status' | 'started_at' | 'finished_at' | 'error'>,
  state: WorkflowState | undefined,
) {
  const live = liveState(run, state);
  return {
    // The record may show `running` before the workflow does.
    status: live && live.status !== 'queued' ? live.status : run.status,
    started_at: iso(run.started_at) ?? live?.startedAt ?? null,
    finished_at: iso(run.finished_at) ?? live?.finishedAt ?? null,
    error: run.error ?? live?.error ?? null,
  };
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;
