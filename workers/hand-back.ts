/**
 * Ends the attempts that a killed predecessor of this process at the same address was running. Their workflows then
 * request the next attempts at once instead of after a timeout. Runs before this process polls for tasks, so that these
 * attempts come before new jobs.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { attemptLost } from '../activities/solve/failures.ts';
import { createJobs } from '../mongo/jobs.ts';
import { type PendingSolve, pendingSolve } from '../temporal/jobs.ts';
import type { Process } from './process.ts';

/** Deadline of one call, and longest wait for the workflows to request new attempts, ms. */
const CALL_MS = 2000;
const ASKED_MS = 1500;
const LOOK_MS = 25;
/** Time between the request of an attempt and its arrival in the queue, ms; the server does not report the arrival. */
const QUEUED_MS = 300;

/**
 * Ends the attempts. `identity`: that of a worker of this process, which depends on its address. Never rejects:
 * Temporal detects the lost worker by itself.
 */
export async function handBackAttempts({ db, client, log }: Process, identity: string): Promise<void> {
  const began = Date.now();
  try {
    const running = await createJobs(db).running();
    const ended = await Promise.all(running.map((jobId) => endAttempt(client, jobId, identity)));
    const handedBack = ended.filter((isEnded) => isEnded).length;
    if (handedBack > 0) await delay(QUEUED_MS);
    if (running.length > 0)
      log.info({ running: running.length, handedBack, ms: Date.now() - began }, 'attempts handed back');
  } catch (error) {
    log.warn({ err: error }, 'attempts of the previous process could not be handed back');
  }
}

async function endAttempt(client: Client, jobId: string, identity: string): Promise<boolean> {
  const pending = await pendingOf(client, jobId);
  if (!pending?.isStarted || pending.worker !== identity) return false;
  const { activityId, heartbeat } = pending;
  await client.withDeadline(Date.now() + CALL_MS, () =>
    client.activity.fail({ workflowId: jobId, activityId }, attemptLost(heartbeat ?? undefined)),
  );
  await untilReplaced(client, jobId, activityId);
  return true;
}

/**
 * Waits for the workflow to request the next attempt; only for a short time, because the workflow may need an
 * orchestrator.
 */
async function untilReplaced(client: Client, jobId: string, activityId: string): Promise<void> {
  const end = Date.now() + ASKED_MS;
  while (Date.now() < end) {
    const next = (await pendingOf(client, jobId))?.activityId;
    if (next !== undefined && next !== activityId) return;
    await delay(LOOK_MS);
  }
}

async function pendingOf(client: Client, jobId: string): Promise<PendingSolve | undefined> {
  const described = client.withDeadline(Date.now() + CALL_MS, () =>
    client.workflow.getHandle(jobId).describe(),
  );
  try {
    return await pendingSolve(client, await described);
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}
