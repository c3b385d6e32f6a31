/**
 * Accepts a solve. Everything that can refuse it comes first; once the job is in MongoDB it is accepted,
 * and whatever happens to this process, it will run exactly once.
 */
import type { JobType } from '../../temporal/solvers.ts';
import type { Caller } from '../http/request.ts';
import { type Accepted, submitOnce } from '../runs/submit-once.ts';
import { acceptJob } from './accept-job.ts';
import type { SolveSubmission } from './body.ts';
import { checkedPayload } from './check-payload.ts';
import type { SolveDeps } from './deps.ts';
import { jobRuns } from './runs.ts';

export async function submitSolve(
  deps: SolveDeps,
  jobType: JobType,
  submission: SolveSubmission,
  caller: Caller,
): Promise<Accepted> {
  const payload = await checkedPayload(deps, submission.payload, caller.user);
  return submitOnce(
    deps,
    jobRuns(deps),
    {
      route: `solve/${jobType}`,
      body: submission,
      solvers: [payload.solver ?? 'highs'],
      accept: (jobId) => acceptJob(deps, jobId, jobType, { ...submission, payload }, caller),
    },
    caller,
  );
}
