/**
 * Compares open records with their workflows: one that was terminated from outside ran no code of ours and is
 * recorded as failed; one that Temporal has lost (a restored or emptied server) is started again.
 */
import type { LifecycleRecord } from '../../mongo/lifecycle.ts';
import { isTerminal } from '../../temporal/messages/job.ts';
import type { Swept } from './swept.ts';

/** A record is compared at most this often, ms, and so many per sweep. */
const EVERY_MS = 60_000;
const BATCH = 50;

export async function closeAbandoned<R extends LifecycleRecord>(swept: Swept<R>, now: Date): Promise<number> {
  let closed = 0;
  for (const id of await swept.records.open(new Date(now.getTime() - EVERY_MS), BATCH)) {
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
