/** What the model builder and the networks it runs on need, from the connections of the process. */
import { type Configs, createConfigs } from '../../mongo/configs.ts';
import type { MongoConnection } from '../../mongo/connect.ts';
import { createExecutions, type Executions } from '../../mongo/executions.ts';
import { createNetworks, type Networks } from '../../mongo/networks.ts';
import { createWindows, type Windows } from '../../mongo/windows.ts';
import type { TemporalConnection } from '../../temporal/client.ts';
import { createExecutionWorkflows, type ExecutionWorkflows } from '../../temporal/executions.ts';

export interface ModelBuilderDeps {
  readonly networks: Networks;
  readonly executions: Executions;
  readonly windows: Windows;
  readonly configs: Configs;
  readonly executionWorkflows: ExecutionWorkflows;
}

export const createModelBuilderDeps = (
  { db }: MongoConnection,
  { client }: TemporalConnection,
): ModelBuilderDeps => ({
  networks: createNetworks(db),
  executions: createExecutions(db),
  windows: createWindows(db),
  configs: createConfigs(db),
  executionWorkflows: createExecutionWorkflows(client),
});
