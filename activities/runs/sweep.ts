/**
 * The sweep of one kind of run (jobs, experiments or executions), which compares records with workflows and repairs
 * differences.
 */
import type { Lifecycle, LifecycleRecord } from '../../mongo/lifecycle.ts';
import { isTerminal, type JobStatus } from '../../temporal/case/messages/job.ts';

export interface Swept<R extends LifecycleRecord> {
  readonly records: Lifecycle & { find(id: string): Promise<R | null> };
  /** Starts the workflow; repeated starts have no effect. */
  start(record: R): Promise<void>;
  /** State of the workflow; undefined when Temporal does not know it. */
  state(record: R): Promise<{ readonly status: JobStatus } | undefined>;
  /** Records the end of a run whose workflow ended without recording it. */
  close(record: R): Promise<unknown>;
  /** True if the workflow of the run is started by a parent workflow. */
  isPart(record: R): boolean;
}

/** Age of a record below which its submission may still be in progress, ms. */
const GRACE_MS = 5_000;
const STARTED_AT_ONCE = 200;

/**
 * Starts the workflows of accepted records whose API process ended, or could not reach Temporal, before it started
 * them.
 */
export async function startUnstarted<R extends LifecycleRecord>(
  { records, start }: Swept<R>,
  now: Date,
): Promise<number> {
  const waiting = await records.unstarted(new Date(now.getTime() - GRACE_MS), STARTED_AT_ONCE);
  for (const id of waiting) {
    const record = await records.find(id);
    if (record) await start(record);
    records.markWorkflowStarted(id);
  }
  return waiting.length;
}

/** Shortest time between two comparisons of a record, ms. The next constant is the number of comparisons per sweep. */
const EVERY_MS = 60_000;
const COMPARED_AT_ONCE = 50;

/**
 * Compares open records with their workflows. A workflow that was terminated from outside could not record its end, so
 * its run is recorded as failed. A workflow that Temporal no longer knows (after a restore, or on an emptied server) is
 * started again.
 */
export async function closeAbandoned<R extends LifecycleRecord>(swept: Swept<R>, now: Date): Promise<number> {
  let closed = 0;
  for (const id of await swept.records.open(new Date(now.getTime() - EVERY_MS), COMPARED_AT_ONCE)) {
    const record = await swept.records.find(id);
    if (record && (await closeIfAbandoned(swept, record))) closed += 1;
    await swept.records.markChecked(id, now);
  }
  return closed;
}

async function closeIfAbandoned<R extends LifecycleRecord>(swept: Swept<R>, record: R): Promise<boolean> {
  const state = await swept.state(record);
  if (!state) {
    if (!swept.isPart(record)) await swept.start(record);
    return false;
  }
  if (!isTerminal(state.status)) return false;
  await swept.close(record);
  return true;
}
