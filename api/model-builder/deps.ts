/** Dependencies of the model builder: stores, workflows, run parts, and available solvers. */
import { createConfigs } from '../../mongo/configs.ts';
import type { MongoConnection } from '../../mongo/connect.ts';
import type { Documents } from '../../mongo/documents.ts';
import { createExecutions } from '../../mongo/executions.ts';
import type { Networks } from '../../mongo/networks.ts';
import { createWindows } from '../../mongo/windows.ts';
import type { TemporalConnection } from '../../temporal/client.ts';
import { createExecutionWorkflows } from '../../temporal/workflow-calls.ts';
import type { RunDeps } from '../runs/run-kind.ts';
import type { SolverService } from '../solve/solver-service.ts';

/** Dependencies that this feature creates itself. */
export type ModelBuilderParts = ReturnType<typeof createModelBuilderParts>;

export interface ModelBuilderDeps extends ModelBuilderParts, RunDeps {
  readonly networks: Pick<Networks, 'read'>;
  readonly documents: Pick<Documents, 'putPacked' | 'get'>;
  readonly solverService: Pick<SolverService, 'health' | 'requireSolver'>;
  readonly settings: { readonly MAX_OPEN_EXECUTIONS: number };
}

export const createModelBuilderParts = (
  { db }: Pick<MongoConnection, 'db'>,
  { client }: Pick<TemporalConnection, 'client'>,
) => ({
  executions: createExecutions(db),
  windows: createWindows(db),
  configs: createConfigs(db),
  executionWorkflows: createExecutionWorkflows(client),
});

export const builderRoute = {
  tag: 'Model builder',
  auth: 'bearer',
  module: { id: 'model-builder', level: 'basic' },
} as const;
