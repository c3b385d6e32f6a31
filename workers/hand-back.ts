/**
 * Ends the attempts in which the process before this one, at the same address, was killed: their workflows ask for the
 * next ones at once, and not when a silence has lasted long enough. Before this process asks for tasks of its own,
 * so that they come before those of fresh jobs.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { attemptLost } from '../activities/solve/failures.ts';
import { createJobs } from '../mongo/jobs.ts';
import { type PendingSolve, pendingSolve } from '../temporal/jobs.ts';
import type { Process } from './process.ts';

/** Deadline of one call, and wait until the workflows ask, ms. */
const CALL_MS = 2000;
const ASKED_MS = 1500;
const LOOK_MS = 25;
/** From there to the queue, of which the server does not tell, ms. */
const QUEUED_MS = 300;

/** `identity`: of a worker here, and of none elsewhere. Never rejects: Temporal notices a silence by itself. */
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
    log.warn({ err: error }, 'attempts of the process before could not be handed back');
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

/** Its workflow may have to wait for an orchestrator: not for long. */
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
