/** What the overview counts, and whom it asks. */
import type { Executions } from '../../mongo/executions.ts';
import type { Experiments } from '../../mongo/experiments.ts';
import type { Jobs } from '../../mongo/jobs.ts';
import type { Users } from '../../mongo/users.ts';
import type { TemporalConnection } from '../../temporal/client.ts';
import type { SolverName } from '../../temporal/solvers.ts';
import { createTaskQueues, type TaskQueues } from '../../temporal/task-queues.ts';
import type { KitDeps } from '../http/deps.ts';

export interface OverviewParts {
  readonly taskQueues: Pick<TaskQueues, 'countWorkers'>;
}

export interface OverviewDeps extends OverviewParts, Pick<KitDeps, 'log' | 'now' | 'storage'> {
  readonly jobs: Pick<Jobs, 'count' | 'countInfeasible' | 'newestOpen' | 'openBySolver'>;
  readonly experiments: Pick<Experiments, 'count' | 'newestOpen'>;
  readonly executions: Pick<Executions, 'count' | 'newestOpen'>;
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

export const createOverviewParts = ({ client }: TemporalConnection): OverviewParts => ({
  taskQueues: createTaskQueues(client),
});
