/**
 * Accepts a solve. Everything that can refuse it comes first; once the job is in MongoDB it is accepted,
 * and whatever happens to this process, it will run exactly once.
 *
 * @module
 */
import type { JobType } from '../../temporal/solvers.ts';
import { checkPayload } from '../checks/check-payload.ts';
import type { Deps } from '../deps.ts';
import type { SolveSubmission } from '../jobs/solve-submission.ts';
import { acceptJob } from './accept-job.ts';
import type { Caller } from './caller.ts';
import { checkWarmStart } from './check-warm-start.ts';
import { commitmentOfJob } from './commitment-of-job.ts';
import { type Accepted, submitOnce } from './submit-once.ts';

export async function submitSolve(
  deps: Deps,
  jobType: JobType,
  submission: SolveSubmission,
  caller: Caller,
): Promise<Accepted> {
  await checkPayload(submission.payload, { maxHorizon: deps.settings.MAX_HORIZON });
  await checkWarmStart(deps, submission.payload, caller.user);
  const commitment = await commitmentOfJob(deps, submission.payload, caller.user);
  const complete = { ...submission, payload: { ...submission.payload, ...(commitment && { commitment }) } };
  return submitOnce(
    deps,
    {
      route: `solve/${jobType}`,
      opened: 'jobs',
      body: submission,
      solvers: [submission.payload.solver ?? 'highs'],
      isStored: async (jobId) => (await deps.jobs.find(jobId)) !== null,
      accept: (jobId) => acceptJob(deps, jobId, jobType, complete, caller),
    },
    caller,
  );
}
