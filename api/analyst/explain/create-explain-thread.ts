/** Explains in a thread of its own: a year of many units takes seconds that the event loop does not have. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { GatewayTimeout } from '../../http/errors.ts';
import type { Artifact } from './artifact.ts';
import type { ExplainTask } from './explain-thread.ts';

export type ExplainSolve = (task: ExplainTask) => Promise<Artifact[]>;

const DEADLINE_MS = 60_000;

/** One solve at a time, so that explanations do not slow each other and the rest of the machine. */
export function createExplainThread(deadlineMs = DEADLINE_MS): ExplainSolve {
  let before: Promise<unknown> = Promise.resolve();
  return (task) => {
    const explained = before.then(() => explainOne(task, deadlineMs));
    before = explained.catch(() => undefined);
    return explained;
  };
}

async function explainOne(task: ExplainTask, deadlineMs: number): Promise<Artifact[]> {
  const thread = new Worker(new URL('./explain-thread.js', import.meta.url), { workerData: task });
  thread.unref();
  const deadline = AbortSignal.timeout(deadlineMs);
  try {
    const [artifacts]: Artifact[][] = await once(thread, 'message', { signal: deadline });
    return artifacts ?? [];
  } catch (error) {
    if (!deadline.aborted) throw error;
    throw new GatewayTimeout(`The solve could not be explained within ${deadlineMs / 1000} s`, {
      cause: error,
    });
  } finally {
    await thread.terminate();
  }
}
