/** State of a workflow as the server knows it; used when no worker answers a query. */
import type { WorkflowExecutionDescription } from '@temporalio/client';
import type { JobError, JobStatus } from './case/messages/job.ts';

export interface RunStatus {
  readonly status: JobStatus;
  /** End of the workflow, ISO 8601; null while it is open. */
  readonly finishedAt: string | null;
  readonly error: JobError | null;
}

type Described = Pick<WorkflowExecutionDescription, 'status' | 'closeTime'>;

export const CANCELLED: JobError = { code: 'CANCELLED', message: 'Cancelled on request', retryable: true };

/** Error of a workflow that the server terminated or timed out, so that no worker could record a reason. */
export const ENDED_FROM_OUTSIDE: JobError = {
  code: 'INTERNAL',
  message: 'The workflow was ended from outside before it could report a result',
  retryable: true,
};

export function runStatus({ status, closeTime }: Described): RunStatus {
  const finishedAt = closeTime?.toISOString() ?? null;
  switch (status.name) {
    case 'COMPLETED':
      return { status: 'completed', finishedAt, error: null };
    case 'CANCELLED':
      return { status: 'cancelled', finishedAt, error: CANCELLED };
    case 'FAILED':
    case 'TERMINATED':
    case 'TIMED_OUT':
      return { status: 'failed', finishedAt, error: ENDED_FROM_OUTSIDE };
    default:
      return { status: 'running', finishedAt: null, error: null };
  }
}
