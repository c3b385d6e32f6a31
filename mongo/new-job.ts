/** A solve job as it is accepted, whoever asks for it, and what the audit log says of it. */
import type { AuditSubject } from './audit.ts';
import type { JobRecord } from './jobs.ts';
import { newRecord } from './lifecycle.ts';

type Asked = 'job_type' | 'solver' | 'scenario_id' | 'time_limit_s' | 'mip_gap';

export interface NewJob extends Pick<JobRecord, Asked>, Partial<Pick<JobRecord, 'name' | 'tags' | 'parent'>> {
  /** UUID. */
  readonly id: string;
  readonly userId: string;
}

export function newJob({ id, userId, ...asked }: NewJob, now: Date): JobRecord {
  const { parent = null } = asked;
  return {
    ...newRecord(id, userId, now),
    // What is part of something is started by its parent, and that is itself looked after by the sweep.
    ...(isPart(parent) && { workflow_started: true }),
    name: null,
    tags: [],
    ...asked,
    parent,
    progress: 0,
    termination_status: null,
    objective_value: null,
  };
}

/** Whether a job belongs to an experiment or an execution; a question about another job stands alone. */
export const isPart = (parent: JobRecord['parent'] | undefined): boolean =>
  parent != null && parent.type !== 'job';

/** Subject of the audit entry `solve_submitted`. */
export const jobSubmitted = (job: JobRecord): AuditSubject => ({
  userId: job.user_id,
  once: `solve_submitted/${job._id}`,
  details: {
    job_id: job._id,
    solver: job.solver,
    job_type: job.job_type,
    scenario_id: job.scenario_id,
  },
});
