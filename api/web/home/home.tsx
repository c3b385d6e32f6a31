/** Home: newest submissions, counts by status, and examples. */
import type { Reply } from '../../client/client.ts';
import { isOver, standingWords } from '../../client/runs.ts';
import { ButtonLink } from '../parts/button.tsx';
import { Ago, Badge, Card, Loaded, Money, Notice, Page } from '../parts/elements.tsx';
import { count, money } from '../parts/format.ts';
import { JobState, Objective } from '../parts/objective.tsx';
import { href } from '../parts/router.ts';
import { get } from '../parts/session.ts';
import { type Column, Table } from '../parts/table.tsx';
import { useLoad, useRefresh } from '../parts/use-load.ts';
import { Beginning, MoreExamples } from './beginning.tsx';
import { type Lists, type Newest, newestOf, sparkPoints } from './newest.ts';
import { OpenRuns } from './open-runs.tsx';

type Overview = Reply<'getOverview'>;

const AGAIN_MS = 5000;
/** Number of records that are read; enough to show the trend of repeated solves. */
const READ = 40;
const SHOWN = 10;

/** Newest records; the lists of modules that the account may not use are empty. */
async function readNewest(signal: AbortSignal): Promise<Lists> {
  const params = { query: { limit: READ } };
  const [{ jobs }, runs, experiments, studies] = await Promise.all([
    get('/api/modules/analyst/solve', { params, signal }),
    get('/api/model-builder/executions', { params, signal }).then(
      ({ executions }) => executions,
      () => [],
    ),
    get('/api/experiments', { params, signal }).then(
      (page) => page.experiments,
      () => [],
    ),
    get('/api/connection-studies', { params, signal }).then(
      (page) => page.studies,
      () => [],
    ),
  ]);
  return { jobs, runs, experiments, studies };
}

export function Home() {
  const overview = useLoad((signal) => get('/api/overview', { signal }), []);
  const newest = useLoad(readNewest, []);
  useRefresh(overview, AGAIN_MS);
  useRefresh(newest, AGAIN_MS);
  const rows = newest.data && newestOf(newest.data, SHOWN);
  return (
    <Page title="Home" actions={<ButtonLink text="New solve" look="primary" href={href('/solve')} />}>
      {rows?.length === 0 ? (
        <Beginning />
      ) : (
        <Card title="Newest" actions={<a href={href('/jobs')}>All jobs</a>}>
          <Loaded load={{ ...newest, data: rows }}>
            {(shown) => (
              <Table
                caption="The last submissions of yours"
                columns={COLUMNS}
                rows={shown}
                keyOf={({ path }) => path}
              />
            )}
          </Loaded>
        </Card>
      )}
      <Loaded load={overview}>{(data) => <Now overview={data} />}</Loaded>
      {rows && rows.length > 0 && <MoreExamples />}
      {overview.data?.open_runs && (
        <OpenRuns runs={overview.data.open_runs} temporalUrl={overview.data.temporal_ui_url} />
      )}
    </Page>
  );
}

const Now = ({ overview: { own, everybody, solvers } }: { readonly overview: Overview }) => (
  <>
    {solvers.unreachable.length > 0 && (
      <Notice tone="warning">
        {solvers.unreachable.includes('solver') && 'The solver does not answer: jobs wait. '}
        {solvers.unreachable.includes('temporal') && 'Temporal does not answer: submissions wait.'}
      </Notice>
    )}
    {/* The status role makes screen readers announce changes. */}
    <div role="status">
      <Counts title="You" counts={own} isLinked />
    </div>
    {everybody && <Counts title="Everybody" counts={everybody} />}
    {everybody && <BusySolvers solvers={solvers} />}
  </>
);

const COLUMNS: readonly Column<Newest>[] = [
  {
    head: 'Name',
    cell: ({ path, title, kind }) => (
      <>
        <a href={href(path)}>{title}</a> <small class="quiet">{kind}</small>
      </>
    ),
  },
  { head: 'Outcome', cell: (row) => <State of={row} /> },
  { head: 'Course', cell: ({ trend }) => <Spark values={trend} /> },
  { head: 'Objective or cost', isNumber: true, cell: (row) => <Value of={row} /> },
  { head: 'Submitted', cell: ({ at }) => <Ago at={at} /> },
];

function State({ of: row }: { readonly of: Newest }) {
  if (row.kind === 'job') return <JobState of={row.of} />;
  if (row.kind === 'study') return <Badge text={row.of.status} />;
  if (row.kind === 'run' || isOver(row.of)) return <Badge text={standingWords(row.of)} />;
  const { scenarios_completed, scenarios_total } = row.of;
  return (
    <>
      <Badge text={standingWords(row.of)} /> {count(scenarios_completed)} of {count(scenarios_total)}{' '}
      scenarios
    </>
  );
}

function Value({ of: row }: { readonly of: Newest }) {
  if (row.kind === 'job') return <Objective of={row.of} />;
  return row.kind === 'run' ? <Money of={row.of.total_cost_usd} /> : <>–</>;
}

const [SPARK_WIDTH, SPARK_HEIGHT] = [72, 18];

/** Trend of the objective over the solves of a scenario, or of the cost over the runs of a network. */
function Spark({ values }: { readonly values: readonly number[] }) {
  const points = sparkPoints(values, SPARK_WIDTH, SPARK_HEIGHT);
  if (points === '') return null;
  const words = `${count(values.length)} results, from ${money(values[0])} to ${money(values.at(-1))}`;
  return (
    <svg class="spark" width={SPARK_WIDTH} height={SPARK_HEIGHT} role="img" aria-label={words}>
      <title>{words}</title>
      <polyline points={points} />
    </svg>
  );
}

const KINDS = [
  { name: 'jobs', text: 'Jobs', path: '/jobs' },
  { name: 'experiments', text: 'Experiments', path: '/experiments' },
  { name: 'executions', text: 'Runs', path: '/runs' },
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
  /** True if the counts are links to the user's lists. */
  readonly isLinked?: boolean;
}

/** Counts that are not zero; shows nothing if all are zero. */
function Counts({ title, counts, isLinked = false }: CountsProps) {
  const entries = KINDS.flatMap(({ name, text, path }) =>
    STATUSES.flatMap(([status, word]) => {
      const words = `${text}: ${count(counts[name][status])} ${word}`;
      return counts[name][status] === 0 ? [] : [{ words, at: href(path, { status }) }];
    }),
  );
  if (entries.length === 0) return null;
  return (
    <p class="about">
      <strong>{title}</strong>
      {entries.map(({ words, at }) =>
        isLinked ? <a href={at}>{words}</a> : <span key={words}>{words}</span>,
      )}
      <small class="quiet">ended within 24 hours</small>
    </p>
  );
}

/** Solvers with jobs that are running or waiting. */
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
