/** One job: facts, progress and result. */
import { followJob, isOver } from '../../client/runs.ts';
import { Page, ProblemNotice, Spinner } from '../parts/elements.tsx';
import { api } from '../parts/session.ts';
import { useFollow } from '../parts/use-load.ts';
import { type Job, titleOf } from '../results/view.ts';
import { ShareButton } from '../shares/share-button.tsx';
import { Completed } from './completed.tsx';
import { useEndNotice } from './end-notice.tsx';
import { JobFacts } from './job-facts.tsx';
import { NextSteps, NoResult } from './next-steps.tsx';
import { Running } from './running.tsx';

export function JobPage({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const id = params['id'] ?? '';
  const { data: job, problem } = useFollow(
    (signal) => followJob(api, id, { signal, patienceMs: Infinity }),
    [id],
  );
  useEndNotice(job);
  return (
    <Page
      title={job ? `Job ${titleOf(job)}` : 'Job'}
      about={job && <JobFacts job={job} />}
      actions={
        <>
          {job?.status === 'completed' && job.objective_value !== null && <NextSteps job={job} />}
          {job && <ShareButton kind="job" id={id} />}
        </>
      }
    >
      {problem && <ProblemNotice problem={problem} />}
      {!job && !problem && <Spinner />}
      {job && <Outcome job={job} />}
    </Page>
  );
}

function Outcome({ job }: { readonly job: Job }) {
  if (!isOver(job)) return <Running job={job} />;
  if (job.status === 'completed') return <Completed job={job} />;
  return <NoResult job={job} />;
}
