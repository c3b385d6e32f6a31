/** What is done with the jobs that are chosen in the list: compared, tagged, cancelled, deleted. */
import { data } from '../../client/client.ts';
import { ConfirmButton } from '../parts/confirm.tsx';
import { LineForm } from '../parts/form.tsx';
import { href } from '../parts/router.ts';
import { api } from '../parts/session.ts';
import type { Job } from '../results/view.ts';
import { isOpen } from './follow-job.ts';
import { whyNotCompared } from './list-query.ts';

interface BulkProps {
  readonly jobs: readonly Job[];
  readonly onChange: () => void;
}

export function Bulk({ jobs, onChange }: BulkProps) {
  const open = jobs.filter(isOpen);
  const whole = jobs.filter((job) => !isOpen(job) && (job.part_of ?? { type: 'job' }).type === 'job');
  const [first, ...rest] = jobs.map(({ job_id }) => job_id);
  const reason = whyNotCompared(jobs);
  /** One after the other, up to the first refusal. */
  const each = async (some: readonly Job[], work: (job: Job) => Promise<unknown>): Promise<void> => {
    try {
      for (const job of some) await work(job);
    } finally {
      onChange();
    }
  };
  return (
    <div class="buttons line">
      <span role="status">{reason ?? `${jobs.length} chosen`}</span>
      {!reason && (
        <a class="button primary" href={href(`/jobs/${first}/compare/${rest.join(',')}`)}>
          Compare {jobs.length} jobs
        </a>
      )}
      {open.length > 0 && (
        <ConfirmButton
          text={`Cancel ${jobsOf(open)}`}
          question={`Cancel ${jobsOf(open)}?`}
          work={() => each(open, (job) => data(api.DELETE(JOB, pathOf(job))))}
        >
          What is not finished ends without a result.
        </ConfirmButton>
      )}
      {whole.length > 0 && (
        <ConfirmButton
          text={`Delete ${jobsOf(whole)}`}
          question={`Delete ${jobsOf(whole)}?`}
          work={() => each(whole, (job) => data(api.DELETE(`${JOB}/record`, pathOf(job))))}
        >
          Case and result are deleted as well. Scenarios stay.
        </ConfirmButton>
      )}
      {jobs.length > 0 && (
        <LineForm
          label="Tag to add, or to take away"
          submit="Tag"
          work={(tag) => each(tag ? jobs : [], (job) => labelJob(job, { tags: toggled(tag, job, jobs) }))}
        />
      )}
    </div>
  );
}

const JOB = '/api/modules/analyst/solve/{job_id}';
const jobsOf = ({ length }: readonly Job[]): string => (length === 1 ? '1 job' : `${length} jobs`);
const pathOf = ({ job_id }: Job) => ({ params: { path: { job_id } } });

export const labelJob = (job: Job, body: Partial<Pick<Job, 'name' | 'tags'>>) =>
  data(api.PATCH(JOB, { ...pathOf(job), body }));

/** With the tag; without it where all of them have it. */
function toggled(tag: string, { tags }: Job, jobs: readonly Job[]): string[] {
  const others = tags.filter((other) => other !== tag);
  return jobs.every((job) => job.tags.includes(tag)) ? others : [...others, tag];
}
