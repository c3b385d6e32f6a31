/** DELETE /jobs/{job_id} */
import { toSolveInput } from '../../../mongo/solve-input.ts';
import { isTerminal } from '../../../temporal/messages/job.ts';
import { findJob, jobPath } from '../find-job.ts';
import { HttpError } from '../http-error.ts';
import { jobStatus } from '../job-status.ts';
import { defineRoute } from '../route.ts';
import { serviceJobSchema } from '../service-job.ts';

export const cancelJob = defineRoute({
  method: 'DELETE',
  path: '/jobs/{job_id}',
  summary: 'Cancel a job: it ends `cancelled` once its solver has let go',
  params: jobPath,
  responses: { 202: serviceJobSchema },
  errors: [404, 409, 502],
  handle: async ({ params: { job_id }, deps }) => {
    const job = await findJob(deps, job_id);
    if (isTerminal(job.status)) throw new HttpError(409, `The job is already ${job.status}`);
    const cancel = async (): Promise<boolean> => {
      if (!job.workflow_started) await deps.workflows.start(toSolveInput(job));
      return deps.workflows.cancel(job_id);
    };
    const heard = await cancel().catch((cause: unknown) => {
      throw new HttpError(502, 'Workflow service unreachable', { cause });
    });
    if (!heard) throw new HttpError(409, 'The job has already ended');
    return { status: 202, body: await jobStatus(deps, job) };
  },
});
