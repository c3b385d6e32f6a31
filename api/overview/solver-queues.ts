/** Load of the solvers. A part that does not answer has null figures; the rest of the overview is unaffected. */
import { array, boolean, type InferType, number, object, string } from 'yup';
import type { ConnectionStudies } from '../../mongo/connection-studies.ts';
import type { Executions } from '../../mongo/executions.ts';
import type { Experiments } from '../../mongo/experiments.ts';
import type { Jobs } from '../../mongo/jobs.ts';
import type { Users } from '../../mongo/users.ts';
import { SOLVERS, type SolverName, solverQueue } from '../../temporal/solvers.ts';
import type { TaskQueues } from '../../temporal/task-queues.ts';
import type { KitDeps } from '../http/deps.ts';

export interface OverviewDeps extends Pick<KitDeps, 'log' | 'now' | 'storage'> {
  readonly taskQueues: Pick<TaskQueues, 'countWorkers'>;
  readonly jobs: Pick<Jobs, 'count' | 'countInfeasible' | 'newestOpen' | 'openBySolver'>;
  readonly experiments: Pick<Experiments, 'count' | 'newestOpen'>;
  readonly executions: Pick<Executions, 'count' | 'newestOpen'>;
  readonly connectionStudies: Pick<ConnectionStudies, 'newestOpen'>;
  readonly users: Pick<Users, 'namesOf'>;
  /** Rejects when the solver service does not answer. */
  readonly solverService: {
    health(): Promise<{ readonly solvers: readonly SolverName[]; readonly slots?: number | undefined }>;
  };
  readonly settings: {
    readonly TEMPORAL_UI_URL?: string | undefined;
    readonly TEMPORAL_NAMESPACE: string;
    readonly MAX_OPEN_JOBS: number;
    readonly MAX_OPEN_EXPERIMENTS: number;
    readonly MAX_OPEN_EXECUTIONS: number;
  };
}

const count = () => number().integer().min(0);
const BACKENDS = ['temporal', 'solver'] as const;

export const solverQueuesSchema = object({
  slots: count().defined().nullable().meta({
    description: 'Concurrent solves in the solver process that the API uses, over all solvers',
  }),
  queues: array(
    object({
      solver: string().oneOf(SOLVERS).required(),
      available: boolean()
        .defined()
        .nullable()
        .meta({ description: 'True if the solver service can run this solver now' }),
      workers: count().defined().nullable().meta({
        description:
          'Processes that requested work within about five minutes; one without a free slot does not',
      }),
      waiting: count()
        .required()
        .meta({ description: 'Waiting jobs of all users, including parts of experiments and runs' }),
      running: count()
        .required()
        .meta({ description: 'Running jobs of all users, including parts of experiments and runs' }),
    }),
  ).required(),
  unreachable: array(string().oneOf(BACKENDS).required()).required().meta({
    description: 'Parts of the service that did not answer; their figures are null',
  }),
});

export async function readSolverQueues(deps: OverviewDeps): Promise<InferType<typeof solverQueuesSchema>> {
  const orNull = <T>(answer: Promise<T>): Promise<T | null> =>
    answer.catch((error: unknown) => {
      deps.log.warn({ err: error }, 'overview is incomplete');
      return null;
    });
  const [load, health, workers] = await Promise.all([
    deps.jobs.openBySolver(),
    orNull(deps.solverService.health()),
    orNull(Promise.all(SOLVERS.map((solver) => deps.taskQueues.countWorkers(solverQueue(solver))))),
  ]);
  const open = (solver: SolverName, status: string): number =>
    load.find((row) => row.solver === solver && row.status === status)?.count ?? 0;
  return {
    slots: health?.slots ?? null,
    queues: SOLVERS.map((solver, index) => ({
      solver,
      available: health?.solvers.includes(solver) ?? null,
      workers: workers?.[index] ?? null,
      waiting: open(solver, 'queued'),
      running: open(solver, 'running'),
    })),
    unreachable: BACKENDS.filter((name) => (name === 'temporal' ? workers : health) === null),
  };
}
