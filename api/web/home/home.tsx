/** What runs, what waits and what has ended; for those who have nothing yet, how to begin. */
import { data, type Reply } from '../../client/client.ts';
import { Badge, Card, Loaded, Notice, Page, Time } from '../parts/elements.tsx';
import { count, duration, percent } from '../parts/format.ts';
import { Objective, OutcomeBadge } from '../parts/objective.tsx';
import { href } from '../parts/router.ts';
import { api } from '../parts/session.ts';
import { type Column, Table } from '../parts/table.tsx';
import { useLoad, useRefresh } from '../parts/use-load.ts';
import { Beginning } from './beginning.tsx';
import { OpenRuns } from './open-runs.tsx';

type Overview = Reply<'getOverview'>;
type Jobs = Reply<'getModulesAnalystSolve'>;

const AGAIN_MS = 5000;
const NEWEST = 5;

export function Home() {
  const overview = useLoad((signal) => data(api.GET('/api/overview', { signal })), []);
  const jobs = useLoad(
    (signal) => data(api.GET('/api/modules/analyst/solve', { params: { query: { limit: NEWEST } }, signal })),
    [],
  );
  useRefresh(overview, AGAIN_MS);
  useRefresh(jobs, AGAIN_MS);
  return (
    <Page
      title="Home"
      actions={
        <a class="button primary" href={href('/solve')}>
          New solve
        </a>
      }
    >
      {jobs.data?.total === 0 && <Beginning />}
      {jobs.data?.total !== 0 && (
        <Card title="Your newest jobs" actions={<a href={href('/jobs')}>All jobs</a>}>
          <Loaded load={jobs}>{(list: Jobs) => <NewestJobs jobs={list.jobs} />}</Loaded>
        </Card>
      )}
      <Loaded load={overview}>{(found) => <Now overview={found} />}</Loaded>
      {overview.data?.open_runs && (
        <OpenRuns runs={overview.data.open_runs} temporalUrl={overview.data.temporal_ui_url} />
      )}
    </Page>
  );
}

const Now = ({ overview: { own, everybody, solvers } }: { readonly overview: Overview }) => (
  <>
    {/* Read aloud when it changes, and only then. */}
    <p role="status">{inWords(own)}</p>
    {solvers.unreachable.length > 0 && (
      <Notice tone="warning">
        {solvers.unreachable.includes('solver') && 'The solver does not answer: nothing is solved now. '}
        {solvers.unreachable.includes('temporal') && 'Temporal does not answer: what is submitted waits.'}
      </Notice>
    )}
    <Counts title="Yours" counts={own} isLinked />
    {everybody && <Counts title="Everybody’s" counts={everybody} />}
    {everybody && <BusySolvers solvers={solvers} />}
  </>
);

function inWords({ jobs, experiments, executions }: Overview['own']): string {
  const all = [jobs, experiments, executions];
  const sum = (status: 'running' | 'queued' | 'failed'): number =>
    all.reduce((total, kind) => total + kind[status], 0);
  const [running, waiting, failed] = [sum('running'), sum('queued'), sum('failed')];
  if (running + waiting + failed === 0) return 'You have nothing running or waiting.';
  return `You have ${count(running)} running and ${count(waiting)} waiting; ${count(failed)} failed in the last 24 hours.`;
}

type Job = Reply<'getModulesAnalystSolve'>['jobs'][number];

const COLUMNS: readonly Column<Job>[] = [
  {
    head: 'Job',
    cell: ({ job_id, name, scenario_id }) => <a href={href(`/jobs/${job_id}`)}>{name || scenario_id}</a>,
  },
  {
    head: 'Status',
    cell: ({ status, progress_detail: detail, queue_position }) => (
      <>
        <Badge text={status} />{' '}
        {status === 'running' && detail && `${duration(detail.elapsed_s)}, gap ${percent(detail.mip_gap)}`}
        {status === 'queued' && queue_position !== null && `${count(queue_position)} before it`}
      </>
    ),
  },
  {
    head: 'Result',
    cell: (job) => (job.termination_status ? <OutcomeBadge of={job} /> : '–'),
  },
  { head: 'Objective', isNumber: true, cell: (job) => <Objective of={job} /> },
  { head: 'Submitted', cell: ({ submitted_at }) => <Time at={submitted_at} /> },
];

const NewestJobs = ({ jobs }: { readonly jobs: readonly Job[] }) => (
  <Table
    caption="The last jobs that you submitted"
    columns={COLUMNS}
    rows={jobs}
    keyOf={({ job_id }) => job_id}
  />
);

const KINDS = [
  { name: 'jobs', text: 'Jobs', path: '/jobs' },
  { name: 'experiments', text: 'Experiments', path: '/experiments' },
  { name: 'executions', text: 'Model builder', path: '/runs' },
] as const;

const STATUSES = [
  ['running', 'running'],
  ['queued', 'waiting'],
  ['completed', 'completed'],
  ['failed', 'failed'],
  ['cancelled', 'cancelled'],
] as const;

interface CountsProps {
  readonly title: string;
  readonly counts: Overview['own'];
  /** To the lists; those of others have none. */
  readonly isLinked?: boolean;
}

/** Nothing where nothing is. */
function Counts({ title, counts, isLinked = false }: CountsProps) {
  const found = KINDS.flatMap(({ name, text, path }) =>
    STATUSES.flatMap(([status, word]) => {
      const words = `${text}: ${count(counts[name][status])} ${word}`;
      return counts[name][status] === 0 ? [] : [{ words, at: href(path, { status }) }];
    }),
  );
  if (found.length === 0) return null;
  return (
    <p class="about">
      <strong>{title}</strong>
      {found.map(({ words, at }) => (isLinked ? <a href={at}>{words}</a> : <span key={words}>{words}</span>))}
      <small class="quiet">ended within 24 hours</small>
    </p>
  );
}

/** Solvers that work or have work waiting. */
function BusySolvers({ solvers: { queues } }: Pick<Overview, 'solvers'>) {
  const busy = queues.filter(({ running, waiting }) => running + waiting > 0);
  if (busy.length === 0) return null;
  return (
    <p class="about">
      <strong>Solvers</strong>
      {busy.map(({ solver, running, waiting, workers }) => (
        <span key={solver}>
          {solver}: {count(running)} running, {count(waiting)} waiting, {count(workers)} workers
        </span>
      ))}
    </p>
  );
}
