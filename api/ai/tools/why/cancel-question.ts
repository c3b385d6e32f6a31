/** Ends a solve for which nobody waits any more; one that cannot be reached ends at its time limit. */
import { toSolveInput } from '../../../../mongo/solve-input.ts';
import { isTerminal } from '../../../../temporal/messages/job.ts';
import { tellWorkflow } from '../../../commands/tell-workflow.ts';
import type { Deps } from '../../../deps.ts';

type CancelDeps = Pick<Deps, 'jobs' | 'workflows' | 'log'>;

export async function cancelQuestion({ jobs, workflows, log }: CancelDeps, jobId: string): Promise<void> {
  try {
    const job = await jobs.find(jobId);
    if (!job || isTerminal(job.status)) return;
    await tellWorkflow(job, {
      start: () => workflows.start(toSolveInput(job)),
      send: () => workflows.cancel(jobId),
    });
  } catch (error) {
    log.warn({ err: error, job_id: jobId }, 'question left to its time limit');
  }
}
