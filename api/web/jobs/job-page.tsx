/** One job: what it is, how far it is, and what it found. */
import type { ComponentType } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Badge, Card, Loaded, Notice, Page, ProblemNotice, Spinner, Time } from '../parts/elements.tsx';
import { Fold } from '../parts/fold.tsx';
import { duration } from '../parts/format.ts';
import { OutcomeBadge } from '../parts/objective.tsx';
import { href, usePlace } from '../parts/router.ts';
import { Secret } from '../parts/secret.tsx';
import { BASE_URL } from '../parts/session.ts';
import { Tabs } from '../parts/tabs.tsx';
import { useLoad } from '../parts/use-load.ts';
import { type Job, type ResultView, type ResultViewProps, readSummary, titleOf } from '../results/view.ts';
import { RESULT_VIEWS } from '../results/views.ts';
import { WhyPanel } from '../results/why.tsx';
import { CompareChooser } from './compare-chooser.tsx';
import type { Point } from './convergence.ts';
import { useEndNotice } from './end-notice.tsx';
import { isOpen, useJob } from './follow-job.ts';
import { jobCode } from './job-code.ts';
import { NoResult } from './no-result.tsx';
import { CaseOf, PartOf } from './part-of.tsx';
import { Running } from './running.tsx';
import { TYPES } from './words.ts';

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

function JobFacts({ job }: { readonly job: Job }) {
  const { started_at: from, finished_at: to } = job;
  const seconds = from && to ? (Date.parse(to) - Date.parse(from)) / 1000 : undefined;
  return (
    <p class="about">
      <span role="status">
        <Badge text={job.status} /> <OutcomeBadge of={job} />
      </span>
      <span>{TYPES[job.job_type]}</span>
      <CaseOf job={job} />
      <PartOf job={job} />
      {job.repair_of && <a href={href(`/jobs/${job.repair_of}`)}>Repairs an infeasible job</a>}
      <span>solver {job.solver}</span>
      <span>
        submitted <Time at={job.submitted_at} />
      </span>
      {to && (
        <span>
          ended <Time at={to} />
          {seconds !== undefined && ` after ${duration(seconds)}`}
        </span>
      )}
      {job.tags.map((tag) => (
        <a key={tag} class="badge" href={href('/jobs', { tag })}>
          {tag}
        </a>
      ))}
    </p>
  );
}

function Outcome({ job, points }: { readonly job: Job; readonly points: readonly Point[] }) {
  if (isOpen(job)) return <Running job={job} points={points} />;
  if (job.status === 'completed') return <Completed job={job} />;
  return <NoResult job={job} />;
}

const view = (name: string, text: string, load: ResultView['load']): ResultView => {
  return { name, text, load, isThere: () => true };
};

const OWN_VIEWS: readonly ResultView[] = [
  view('summary', 'Summary', async () => (await import('./summary.tsx')).SummaryView),
  {
    ...view('causes', 'Causes and repair', async () => (await import('./infeasible.tsx')).InfeasibleView),
    isThere: ({ summary }) => summary.termination_status === 'INFEASIBLE',
  },
];

const LAST_VIEWS: readonly ResultView[] = [
  view('ask', 'Ask', async () => (await import('../analyst/job-analyst.tsx')).JobAnalyst),
  {
    ...view('certificate', 'Certificate', async () => (await import('./certificate.tsx')).CertificateView),
    isThere: ({ summary }) => summary.certificate !== null,
  },
  view('downloads', 'Downloads', async () => (await import('./downloads.tsx')).DownloadsView),
];

const ALL_VIEWS = [...OWN_VIEWS, ...RESULT_VIEWS, ...LAST_VIEWS];

function Completed({ job }: { readonly job: Job }) {
  const { query } = usePlace();
  const load = useLoad((signal) => readSummary(job.job_id, signal), [job.job_id]);
  const shown = useMemo(() => load.data && { job, summary: load.data }, [job, load.data]);
  return (
    <Loaded load={{ ...load, data: shown }}>
      {(props) => {
        const views = ALL_VIEWS.filter(({ isThere }) => isThere(props));
        const first = props.summary.termination_status === 'INFEASIBLE' ? 'causes' : 'summary';
        const view = views.find(({ name }) => name === (query['view'] ?? first));
        return (
          <>
            <Tabs label="Parts of the result" tabs={views} current={view?.name ?? ''} />
            {view ? (
              <ShownView key={view.name} view={view} {...props} />
            ) : (
              <Notice>This result has no such part. Choose one of the tabs.</Notice>
            )}
            <WhyPanel jobId={job.job_id} />
          </>
        );
      }}
    </Loaded>
  );
}

function ShownView({ view, ...props }: ResultViewProps & { readonly view: ResultView }) {
  const [View, setView] = useState<ComponentType<ResultViewProps>>();
  useEffect(() => {
    void view.load().then((loaded) => setView(() => loaded));
  }, [view]);
  return View ? <View {...props} /> : <Spinner />;
}
