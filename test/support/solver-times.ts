/** When a solve workflow started and closed, and how long its solver activity waited for a slot, from its history. */
import type { Client } from '@temporalio/client';
import { tsToMs } from '@temporalio/common/lib/time.js';

export interface SolverTimes {
  /** ms since 1970. */
  readonly startedAt: number;
  readonly closedAt: number;
  /** Of the last attempt, ms. */
  readonly waitedMs: number;
  /** Attempts of the solver activity. */
  readonly attempts: number;
}

export async function solverTimes(client: Client, jobId: string): Promise<SolverTimes> {
  const { events } = await client.workflow.getHandle(jobId).fetchHistory();
  const list = events ?? [];
  const solver = list.find(
    (event) => event.activityTaskScheduledEventAttributes?.activityType?.name === 'runSolver',
  );
  const started = list.find(
    (event) =>
      event.activityTaskStartedEventAttributes?.scheduledEventId?.toString() === solver?.eventId?.toString(),
  );
  const at = (event: (typeof list)[number] | undefined): number =>
    event?.eventTime ? tsToMs(event.eventTime) : Number.NaN;
  return {
    startedAt: at(list[0]),
    closedAt: at(list.at(-1)),
    waitedMs: at(started) - at(solver),
    attempts: started?.activityTaskStartedEventAttributes?.attempt ?? 0,
  };
}
