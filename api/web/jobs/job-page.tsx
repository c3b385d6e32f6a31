/** One job: what it is, how far it is, and what it found. */
import { followJob, isOver } from '../../client/runs.ts';
import { Card, Page, ProblemNotice, Spinner } from '../parts/elements.tsx';
import { Fold } from '../parts/fold.tsx';
import { isGuest } from '../parts/guest.ts';
import { Secret } from '../parts/secret.tsx';
import { api, BASE_URL } from '../parts/session.ts';
import { useFollow } from '../parts/use-load.ts';
import { type Job, titleOf } from '../results/view.ts';
import { ShareButton } from '../shares/share-button.tsx';
import { Completed } from './completed.tsx';
import { useEndNotice } from './end-notice.tsx';
import { jobCode } from './job-code.ts';
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
      actions={
        <>
          {job?.status === 'completed' && job.objective_value !== null && <NextSteps job={job} />}
          {job && <ShareButton kind="job" id={id} />}
        </>
      }
    >
      {problem && <ProblemNotice problem={problem} />}
      {!job && !problem && <Spinner />}
      {job && (
        <>
          <JobFacts job={job} />
          <Outcome job={job} />
          {!isGuest && <UseInCode job={job} />}
        </>
      )}
    </Page>
  );
}

const UseInCode = ({ job }: { readonly job: Job }) => (
  <Card>
    <Fold title="Use in code">
      <p>Each text submits this job once more. You make the key, $GRID_API_KEY, in your account.</p>
      {Object.entries(jobCode(job, BASE_URL)).map(([name, text]) => (
        <Secret key={name} label={name} text={text} />
      ))}
    </Fold>
  </Card>
);

function Outcome({ job }: { readonly job: Job }) {
  if (!isOver(job)) return <Running job={job} />;
  if (job.status === 'completed') return <Completed job={job} />;
  return <NoResult job={job} />;
}
