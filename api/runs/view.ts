/** What every view of a run says of its life (pure). */
import type { LifecycleRecord } from '../../mongo/lifecycle.ts';
import { isTerminal, type JobError, type JobStatus } from '../../temporal/case/messages/job.ts';

/** Instead of an id that a guest need not know. */
export const HIDDEN = 'shared by link';

/** What a workflow says of itself; times are ISO 8601. */
interface WorkflowState {
  readonly status: JobStatus;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly error: JobError | null;
}

/** A record that is terminal is the last word; before that its workflow knows more, where that answers. */
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
    // The record says first that it runs, its workflow in a while.
    status: live && live.status !== 'queued' ? live.status : run.status,
    started_at: iso(run.started_at) ?? live?.startedAt ?? null,
    finished_at: iso(run.finished_at) ?? live?.finishedAt ?? null,
    error: run.error ?? live?.error ?? null,
  };
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;
