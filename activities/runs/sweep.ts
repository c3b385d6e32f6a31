/** What the sweep makes good for a kind of run, be it jobs, experiments or executions. */
import type { Lifecycle, LifecycleRecord } from '../../mongo/lifecycle.ts';
import { isTerminal, type JobStatus } from '../../temporal/case/messages/job.ts';

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

/** A submission in progress is younger than this, ms. */
const GRACE_MS = 5_000;
const STARTED_AT_ONCE = 200;

/** Starts the workflows of what was accepted by an API process that died, or lost Temporal, right afterwards. */
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

/** A record is compared at most this often, ms, and so many per sweep. */
const EVERY_MS = 60_000;
const COMPARED_AT_ONCE = 50;

/**
 * Compares open records with their workflows: one that was terminated from outside ran no code of ours and is
 * recorded as failed; one that Temporal has lost (a restored or emptied server) is started again.
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
