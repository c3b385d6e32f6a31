/**
 * Dependencies of experiments, creation of those that use the connections of the process, and parts shared by their
 * routes.
 */
import { object, string } from 'yup';
import type { MongoConnection } from '../../mongo/connect.ts';
import type { Documents } from '../../mongo/documents.ts';
import type { Executions } from '../../mongo/executions.ts';
import { createExperiments } from '../../mongo/experiments.ts';
import type { Networks } from '../../mongo/networks.ts';
import { createScenarioRuns } from '../../mongo/scenario-runs.ts';
import type { Scenarios } from '../../mongo/scenarios.ts';
import type { Windows } from '../../mongo/windows.ts';
import type { TemporalConnection } from '../../temporal/client.ts';
import { createExperimentWorkflows } from '../../temporal/workflow-calls.ts';
import type { RunDeps } from '../runs/run-kind.ts';

export type ExperimentParts = ReturnType<typeof createExperimentParts>;

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
  { db }: Pick<MongoConnection, 'db'>,
  { client }: Pick<TemporalConnection, 'client'>,
) => ({
  experiments: createExperiments(db),
  scenarioRuns: createScenarioRuns(db),
  experimentWorkflows: createExperimentWorkflows(client),
});

export const experimentRoute = {
  tag: 'Experiments',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
} as const;

/** Path parameter of all routes of one experiment. Any text is accepted; an unknown id is a 404. */
export const experimentPath = object({
  experiment_id: string()
    .required()
    .max(128)
    .meta({ description: 'Id of the experiment, from the submission' }),
});
