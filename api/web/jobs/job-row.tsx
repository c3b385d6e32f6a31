/** Cells of the list of jobs: the name, which is changed in place, and what a job came to. */
import { useState } from 'preact/hooks';
import { Badge } from '../parts/elements.tsx';
import { LineForm } from '../parts/form.tsx';
import { OutcomeBadge } from '../parts/objective.tsx';
import { href } from '../parts/router.ts';
import type { Job } from '../results/view.ts';
import { titleOf } from '../results/view.ts';
import { labelJob } from './bulk.tsx';

export function JobName({ job, onChange }: { readonly job: Job; readonly onChange: () => void }) {
  const [isChanged, setIsChanged] = useState(false);
  const title = titleOf(job);
  const rename = async (name: string): Promise<void> => {
    await labelJob(job, { name });
    setIsChanged(false);
    onChange();
  };
  return isChanged ? (
    <LineForm label="New name" submit="Save" value={title} work={rename} onBack={() => setIsChanged(false)} />
  ) : (
    <>
      <a href={href(`/jobs/${job.job_id}`)} title={title}>
        {title}
      </a>
      <button type="button" class="bare" aria-label={`Rename ${title}`} onClick={() => setIsChanged(true)}>
        ✎
      </button>
      {title !== job.scenario_id && <small class="quiet">{job.scenario_id}</small>}
    </>
  );
}

/** While a job is open, its status and how far it is. */
export const JobOutcome = ({ job }: { readonly job: Job }) => (
  <>
    {job.termination_status ? <OutcomeBadge of={job} /> : <Badge text={job.status} />}{' '}
    {job.status === 'running' && (
      <>
        <progress max={100} value={job.progress} aria-label={`Progress of ${titleOf(job)}`} /> {job.progress}{' '}
        %
      </>
    )}
    {job.queue_position !== null && `${job.queue_position} before it`}
  </>
);
