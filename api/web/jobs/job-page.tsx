/** One job: what it is, how far it is, and what it found. */
import { Card, Page, ProblemNotice, Spinner } from '../parts/elements.tsx';
import { Fold } from '../parts/fold.tsx';
import { href } from '../parts/router.ts';
import { Secret } from '../parts/secret.tsx';
import { BASE_URL } from '../parts/session.ts';
import { type Job, titleOf } from '../results/view.ts';
import { CompareChooser } from './compare-chooser.tsx';
import { Completed } from './completed.tsx';
import type { Point } from './convergence.ts';
import { useEndNotice } from './end-notice.tsx';
import { isOpen, useJob } from './follow-job.ts';
import { jobCode } from './job-code.ts';
import { JobFacts } from './job-facts.tsx';
import { NoResult } from './no-result.tsx';
import { Running } from './running.tsx';

export function JobPage({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const { job, points, problem } = useJob(params['id'] ?? '');
  useEndNotice(job);
  return (
    <Page
      title={job ? `Job ${titleOf(job)}` : 'Job'}
      actions={job?.status === 'completed' && job.objective_value !== null && <NextSteps job={job} />}
    >
      {problem && <ProblemNotice problem={problem} />}
      {!job && !problem && <Spinner />}
      {job && (
        <>
          <JobFacts job={job} />
          <Outcome job={job} points={points} />
          <Card>
            <Fold title="Use in code">
              <p>Each text submits this job once more. You make the key, $GRID_API_KEY, in your account.</p>
              {Object.entries(jobCode(job, BASE_URL)).map(([name, text]) => (
                <Secret key={name} label={name} text={text} />
              ))}
            </Fold>
          </Card>
        </>
      )}
    </Page>
  );
}

const NextSteps = ({ job }: { readonly job: Job }) => (
  <>
    <CompareChooser job={job} />
    <a class="button" href={href('/solve', { job: job.job_id })}>
      Change and solve again
    </a>
  </>
);

function Outcome({ job, points }: { readonly job: Job; readonly points: readonly Point[] }) {
  if (isOpen(job)) return <Running job={job} points={points} />;
  if (job.status === 'completed') return <Completed job={job} />;
  return <NoResult job={job} />;
}
