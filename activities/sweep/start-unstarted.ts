/** Starts the workflows of what was accepted by an API process that died, or lost Temporal, right afterwards. */
import type { LifecycleRecord } from '../../mongo/lifecycle.ts';
import type { Swept } from './swept.ts';

/** A submission in progress is younger than this, ms. */
const GRACE_MS = 5_000;
const BATCH = 200;

export async function startUnstarted<R extends LifecycleRecord>(
  { records, start }: Swept<R>,
  now: Date,
): Promise<number> {
  const waiting = await records.unstarted(new Date(now.getTime() - GRACE_MS), BATCH);
  for (const id of waiting) {
    const record = await records.find(id);
    if (record) await start(record);
    await records.markWorkflowStarted(id);
  }
  return waiting.length;
}
