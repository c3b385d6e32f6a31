/**
 * Accepts a solve. Everything that can refuse it comes first; once the job is in MongoDB it is accepted,
 * and whatever happens to this process, it will run exactly once.
 */
import type { JobType } from '../../temporal/solvers.ts';
import type { Caller } from '../http/request.ts';
import { type Accepted, type SubmitDeps, submitOnce } from '../runs/submit-once.ts';
import { type AcceptJobDeps, acceptJob } from './accept-job.ts';
import type { SolveSubmission } from './body.ts';
import { type CheckDeps, checkedPayload } from './check-payload.ts';
import { jobRuns } from './runs.ts';

export interface SubmitSolveDeps extends SubmitDeps, AcceptJobDeps, CheckDeps {
  readonly settings: CheckDeps['settings'];
  readonly documents: AcceptJobDeps['documents'] & CheckDeps['documents'];
}

export async function submitSolve(
  deps: SubmitSolveDeps,
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
