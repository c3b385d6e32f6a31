/** Sends a message to the workflow of an open job; one that was accepted but not started yet is started first. */
import type { JobRecord } from '../../mongo/jobs.ts';
import { toSolveInput } from '../../mongo/solve-input.ts';
import type { Deps } from '../deps.ts';
import { BadGateway, Conflict } from '../errors.ts';

/** Throws `Conflict` when the job has ended meanwhile, `BadGateway` when Temporal does not answer. */
export async function tellWorkflow(
  { workflows }: Deps,
  job: JobRecord,
  message: (jobId: string) => Promise<boolean>,
): Promise<void> {
  const heard = await send().catch((cause: unknown) => {
    throw new BadGateway('Workflow service unreachable', { cause });
  });
  if (!heard) throw new Conflict('The job has already ended');

  async function send(): Promise<boolean> {
    if (!job.workflow_started) await workflows.start(toSolveInput(job));
    return message(job._id);
  }
}
