/**
 * Accepts a solve. Everything that can refuse it comes first; once the job is in MongoDB it is accepted,
 * and whatever happens to this process, it will run exactly once.
 */
import type { JobType } from '../../temporal/solvers.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/request.ts';
import { type Accepted, submitOnce } from '../runs/submit-once.ts';
import { acceptJob } from './accept-job.ts';
import type { SolveSubmission } from './body.ts';
import { checkPayload, checkWarmStart, commitmentOfJob } from './check-payload.ts';

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
