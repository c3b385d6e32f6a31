/** What experiments need, and what of it the connections of the process give. */
import type { MongoConnection } from '../../mongo/connect.ts';
import type { Documents } from '../../mongo/documents.ts';
import type { Executions } from '../../mongo/executions.ts';
import { createExperiments, type Experiments } from '../../mongo/experiments.ts';
import type { Networks } from '../../mongo/networks.ts';
import { createScenarioRuns, type ScenarioRuns } from '../../mongo/scenario-runs.ts';
import type { Scenarios } from '../../mongo/scenarios.ts';
import type { Windows } from '../../mongo/windows.ts';
import type { TemporalConnection } from '../../temporal/client.ts';
import { createExperimentWorkflows, type ExperimentWorkflows } from '../../temporal/workflow-calls.ts';
import type { RunDeps } from '../runs/run-kind.ts';

export interface ExperimentParts {
  readonly experiments: Experiments;
  readonly scenarioRuns: ScenarioRuns;
  readonly experimentWorkflows: ExperimentWorkflows;
}

export interface ExperimentDeps extends ExperimentParts, RunDeps {
  readonly scenarios: Scenarios;
  readonly networks: Pick<Networks, 'read'>;
  readonly executions: Executions;
  readonly windows: Windows;
  readonly documents: Documents;
  readonly settings: {
    readonly MAX_OPEN_EXPERIMENTS: number;
    readonly MAX_SCENARIOS: number;
    readonly MAX_EXPERIMENT_WINDOWS: number;
  };
}

export const createExperimentParts = (
  { db }: MongoConnection,
  { client }: TemporalConnection,
): ExperimentParts => ({
  experiments: createExperiments(db),
  scenarioRuns: createScenarioRuns(db),
  experimentWorkflows: createExperimentWorkflows(client),
});
