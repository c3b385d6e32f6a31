/** What runs, what waits and what has ended; for those who have nothing yet, how to begin. */
import { data, type Reply } from '../../client/client.ts';
import { Card, Loaded, Notice, Page } from '../parts/elements.tsx';
import { count } from '../parts/format.ts';
import { href } from '../parts/router.ts';
import { api } from '../parts/session.ts';
import { useLoad, useRefresh } from '../parts/use-load.ts';
import { Beginning } from './beginning.tsx';
import { BusySolvers, Counts } from './counts.tsx';
import { NewestJobs } from './newest-jobs.tsx';
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
