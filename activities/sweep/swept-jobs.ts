/** Solve jobs, as the sweep sees them. */
import type { JobRecord } from '../../mongo/jobs.ts';
import { toSolveInput } from '../../mongo/solve-input.ts';
import { ENDED_FROM_OUTSIDE } from '../../temporal/run-status.ts';
import type { RecordActivityDeps } from '../deps.ts';
import { finishJob } from '../jobs/finish-job.ts';
import type { Swept } from './swept.ts';

export const sweptJobs = (deps: RecordActivityDeps): Swept<JobRecord> => ({
  records: deps.jobs,
  start: (job) => deps.workflows.start(toSolveInput(job)),
  state: ({ _id }) => deps.workflows.state(_id),
  close: async ({ _id, user_id }) => {
    const percent = (await deps.workflows.state(_id))?.percent ?? 0;
    const end = { status: 'failed', error: ENDED_FROM_OUTSIDE } as const;
    await finishJob(deps, { jobId: _id, userId: user_id, end, percent });
  },
  isPart: ({ parent }) => parent != null && parent.type !== 'job',
});
