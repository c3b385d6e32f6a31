/** What experiments and the scenarios they start from need, from the connections of the process. */
import type { MongoConnection } from '../../mongo/connect.ts';
import { createExperiments, type Experiments } from '../../mongo/experiments.ts';
import { createScenarioRuns, type ScenarioRuns } from '../../mongo/scenario-runs.ts';
import { createScenarios, type Scenarios } from '../../mongo/scenarios.ts';
import type { TemporalConnection } from '../../temporal/client.ts';
import { createExperimentWorkflows, type ExperimentWorkflows } from '../../temporal/experiments.ts';

export interface ExperimentDeps {
  readonly scenarios: Scenarios;
  readonly experiments: Experiments;
  readonly scenarioRuns: ScenarioRuns;
  readonly experimentWorkflows: ExperimentWorkflows;
}

export const createExperimentDeps = (
  { db }: MongoConnection,
  { client }: TemporalConnection,
): ExperimentDeps => ({
  scenarios: createScenarios(db),
  experiments: createExperiments(db),
  scenarioRuns: createScenarioRuns(db),
  experimentWorkflows: createExperimentWorkflows(client),
});
