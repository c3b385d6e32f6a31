/** Running, waiting and finished runs of the caller; for administrators also the open runs of all users. */
import { array, type InferType, number, object, string } from 'yup';
import type { LifecycleRecord } from '../../mongo/lifecycle.ts';
import { JOB_STATUSES } from '../../temporal/case/messages/job.ts';
import { experimentWorkflowId } from '../../temporal/workflow-calls.ts';
import { reply, routesFor } from '../http/route.ts';
import { type OverviewDeps, readSolverQueues, solverQueuesSchema } from './solver-queues.ts';

const MOST = 20;
const timestamp = () => string().datetime({ precision: 3 });

const openRunSchema = object({
  kind: string()
    .oneOf(['job', 'experiment', 'execution', 'study'] as const)
    .required(),
  id: string().required(),
  name: string()
    .required()
    .meta({ description: 'Name of the run; by default that of its scenario or model' }),
  user_id: string().required(),
  username: string().defined().nullable().meta({ description: 'Null when no account submitted it' }),
  status: string().oneOf(JOB_STATUSES).required(),
  submitted_at: timestamp().required(),
  started_at: timestamp().defined().nullable(),
  workflow_id: string().required().meta({ description: 'Id of its workflow in Temporal' }),
});
type OpenRun = InferType<typeof openRunSchema>;

/** Open runs of all users, newest first. */
async function newestOpenRuns(deps: OverviewDeps): Promise<OpenRun[]> {
  const [jobs, experiments, executions, studies] = await Promise.all([
    deps.jobs.newestOpen(MOST),
    deps.experiments.newestOpen(MOST),
    deps.executions.newestOpen(MOST),
    deps.connectionStudies.newestOpen(MOST),
  ]);
  const runs = [
    ...jobs.map((job) => toOpenRun('job', job, job.name ?? job.scenario_id)),
    ...experiments.map((run) =>
      toOpenRun('experiment', run, run.name, experimentWorkflowId(run._id, run.attempt)),
    ),
    ...executions.map((run) => toOpenRun('execution', run, run.pcm_model_id)),
    ...studies.map((run) =>
      toOpenRun('study', run, run.network_id, experimentWorkflowId(run._id, run.attempt)),
    ),
  ];
  const newest = runs.sort((a, b) => (a.submitted_at < b.submitted_at ? 1 : -1)).slice(0, MOST);
  const names = await deps.users.namesOf(newest.map(({ user_id }) => user_id));
  return newest.map((run) => ({ ...run, username: names.get(run.user_id) ?? null }));
}

const toOpenRun = (
  kind: OpenRun['kind'],
  { _id, user_id, status, submitted_at, started_at }: LifecycleRecord,
  name: string,
  workflow_id = _id,
): Omit<OpenRun, 'username'> => ({
  kind,
  id: _id,
  name,
  user_id,
  status,
  submitted_at: submitted_at.toISOString(),
  started_at: started_at?.toISOString() ?? null,
  workflow_id,
});

const DAY_MS = 24 * 3_600_000;
const count = () => number().integer().min(0).required();

const runCounts = object({
  queued: count(),
  running: count(),
  completed: count(),
  failed: count(),
  cancelled: count(),
});

const countsSchema = object({
  jobs: runCounts
    .shape({ infeasible: count().meta({ description: 'Completed runs without a schedule' }) })
    .required()
    .meta({ description: 'Parts of an experiment or execution are not counted' }),
  experiments: runCounts.required(),
  executions: runCounts.required(),
});

const bound = () => object({ used: count(), allowed: count() }).required();

const boundsSchema = object({
  open_jobs: bound(),
  open_experiments: bound(),
  open_executions: bound(),
  stored_bytes: bound().meta({
    description:
      'Stored bytes, compressed: payloads, results, networks, scenarios with their versions, explanations; up to a minute old',
  }),
});

const overviewSchema = object({
  at: timestamp().required(),
  ended_since: timestamp().required().meta({
    description: 'Start of the period: runs that ended earlier are not counted; open runs always are',
  }),
  own: countsSchema.required(),
  bounds: boundsSchema.required().meta({
    description:
      'Open runs and stored data of the caller, with their limits; beyond a limit the reply is 429',
  }),
  solvers: solverQueuesSchema.required(),
  everybody: countsSchema.nullable().default(undefined).defined().meta({
    description: 'Runs of all users; null for callers who are not administrators',
  }),
  open_runs: array(openRunSchema.required()).nullable().defined().meta({
    description: 'The newest open runs of all users; null for callers who are not administrators',
  }),
  temporal_ui_url: string()
    .nullable()
    .defined()
    .meta({
      description:
        'Namespace in the Temporal Web UI: `/workflows/<id>` below it is the workflow of a job, experiment or ' +
        'execution of this id. Null for callers who are not administrators, and without TEMPORAL_UI_URL',
    }),
});

const defineRoute = routesFor<OverviewDeps>();

const overview = defineRoute({
  method: 'get',
  path: '/overview',
  light: true,
  summary: 'Running and waiting work, work finished in the last 24 h, and load of the solvers',
  tag: 'Overview',
  auth: 'bearer',
  responses: { 200: overviewSchema },
  handle: async ({ user, deps }) => {
    const now = deps.now();
    const since = new Date(now.getTime() - DAY_MS);
    const isAdmin = user.role === 'admin';
    const [ownCounts, stored, solvers, everybody, open_runs] = await Promise.all([
      countRuns(deps, since, user.userId),
      deps.storage.used(user.userId),
      readSolverQueues(deps),
      isAdmin ? countRuns(deps, since) : null,
      isAdmin ? newestOpenRuns(deps) : null,
    ]);
    const temporal_ui_url = isAdmin ? namespaceUrl(deps.settings) : null;
    const bounds = boundsOf(deps, ownCounts, stored);
    const times = { at: now.toISOString(), ended_since: since.toISOString() };
    return reply(200, { ...times, own: ownCounts, bounds, solvers, everybody, open_runs, temporal_ui_url });
  },
});

/** Counts the runs of one user, or of all users if no user is given. */
async function countRuns(
  { jobs, experiments, executions }: OverviewDeps,
  since: Date,
  userId?: string,
): Promise<Counts> {
  const [ofJobs, infeasible, ofExperiments, ofExecutions] = await Promise.all([
    jobs.count(since, userId),
    jobs.countInfeasible(since, userId),
    experiments.count(since, userId),
    executions.count(since, userId),
  ]);
  return { jobs: { ...ofJobs, infeasible }, experiments: ofExperiments, executions: ofExecutions };
}

type Counts = InferType<typeof countsSchema>;

/** Limits of the caller. `stored`: bytes that the caller has stored. */
function boundsOf(
  { settings, storage }: OverviewDeps,
  { jobs, experiments, executions }: Counts,
  stored: number,
): InferType<typeof boundsSchema> {
  const open = ({ queued, running }: Counts['experiments']): number => queued + running;
  return {
    open_jobs: { used: open(jobs), allowed: settings.MAX_OPEN_JOBS },
    open_experiments: { used: open(experiments), allowed: settings.MAX_OPEN_EXPERIMENTS },
    open_executions: { used: open(executions), allowed: settings.MAX_OPEN_EXECUTIONS },
    stored_bytes: { used: stored, allowed: storage.mostBytes },
  };
}

const namespaceUrl = ({ TEMPORAL_UI_URL, TEMPORAL_NAMESPACE }: OverviewDeps['settings']): string | null =>
  TEMPORAL_UI_URL === undefined
    ? null
    : `${TEMPORAL_UI_URL.replace(/(?<!\/)\/+$/, '')}/namespaces/${encodeURIComponent(TEMPORAL_NAMESPACE)}`;

export const overviewRoutes = [overview];
