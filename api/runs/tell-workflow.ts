/** Sends a message to the workflow of an open record; one that was accepted but not started yet is started first. */
import type { LifecycleRecord } from '../../mongo/lifecycle.ts';
import { BadGateway, Conflict } from '../http/errors.ts';

interface Message {
  readonly start: () => Promise<void>;
  /** False when the workflow has ended. */
  readonly send: () => Promise<boolean>;
}

/** Throws `Conflict` when the workflow has ended meanwhile, `BadGateway` when Temporal does not answer. */
export async function tellWorkflow(
  { workflow_started: started }: Pick<LifecycleRecord, 'workflow_started'>,
  { start, send }: Message,
): Promise<void> {
  const heard = await deliver().catch((cause: unknown) => {
    throw new BadGateway('Workflow service unreachable', { cause });
  });
  if (!heard) throw new Conflict('It has already ended');

  async function deliver(): Promise<boolean> {
    if (!started) await start();
    return send();
  }
}
