/** The open runs of all users, for administrators. */
import { type InferType, object, string } from 'yup';
import type { LifecycleRecord } from '../../mongo/lifecycle.ts';
import { JOB_STATUSES } from '../../temporal/case/messages/job.ts';
import { experimentWorkflowId } from '../../temporal/workflow-calls.ts';
import type { OverviewDeps } from './deps.ts';

/** Most runs that are shown. */
const MOST = 20;
const timestamp = () => string().datetime({ precision: 3 });

export const openRunSchema = object({
  kind: string()
    .oneOf(['job', 'experiment', 'execution'] as const)
    .required(),
  id: string().required(),
  name: string()
    .required()
    .meta({ description: 'Name of the run; if it has none, that of its scenario or model' }),
  user_id: string().required(),
  username: string().defined().nullable().meta({ description: 'Null where no account submitted it' }),
  status: string().oneOf(JOB_STATUSES).required(),
  submitted_at: timestamp().required(),
  started_at: timestamp().defined().nullable(),
  workflow_id: string().required().meta({ description: 'Id of its workflow in Temporal' }),
});
type OpenRun = InferType<typeof openRunSchema>;

/** The last accepted first. */
export async function newestOpenRuns(
  deps: Pick<OverviewDeps, 'jobs' | 'experiments' | 'executions' | 'users'>,
): Promise<OpenRun[]> {
  const [jobs, experiments, executions] = await Promise.all([
    deps.jobs.newestOpen(MOST),
    deps.experiments.newestOpen(MOST),
    deps.executions.newestOpen(MOST),
  ]);
  const runs = [
    ...jobs.map((job) => toOpenRun('job', job, job.name ?? job.scenario_id)),
    ...experiments.map((run) =>
      toOpenRun('experiment', run, run.name, experimentWorkflowId(run._id, run.attempt)),
    ),
    ...executions.map((run) => toOpenRun('execution', run, run.pcm_model_id)),
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
