/** Starts, watches and ends experiment workflows; each attempt of an experiment is a workflow of its own. */
import type { Client } from '@temporalio/client';
import type { ExperimentInput, ExperimentState } from './case/messages/experiment-run.ts';
import { searchAttributes, WORKFLOW } from './names.ts';
import { runStatus } from './run-status.ts';
import { summaryText } from './solve-options.ts';
import { createWorkflowCalls } from './workflow-calls.ts';

export interface ExperimentWorkflows {
  /** Starts an attempt; starting it again changes nothing. */
  start(input: ExperimentInput): Promise<void>;
  /** Undefined when Temporal does not know the attempt. */
  state(experimentId: string, attempt: number): Promise<ExperimentState | undefined>;
  /** False when the workflow has ended already. */
  cancel(experimentId: string, attempt: number): Promise<boolean>;
}

/** A second attempt is a workflow beside the first. */
export const experimentWorkflowId = (experimentId: string, attempt: number): string =>
  attempt === 1 ? experimentId : `${experimentId}-${attempt}`;

export function createExperimentWorkflows(client: Client): ExperimentWorkflows {
  const calls = createWorkflowCalls(client);
  return {
    start: (input) => calls.start(WORKFLOW.experiment, startOptions(input)),
    state: (experimentId, attempt) =>
      calls.state<ExperimentState>(experimentWorkflowId(experimentId, attempt), (description) => ({
        ...runStatus(description),
        startedAt: description.startTime.toISOString(),
        completed: null,
        running: null,
      })),
    cancel: (experimentId, attempt) => calls.cancel(experimentWorkflowId(experimentId, attempt)),
  };
}

const startOptions = (input: ExperimentInput) => ({
  workflowId: experimentWorkflowId(input.experimentId, input.attempt),
  args: [input] as [ExperimentInput],
  staticSummary: `Experiment ${summaryText(input.name, 80)}: ${input.total} scenarios of ${summaryText(input.baseScenarioId, 80)}`,
  typedSearchAttributes: [
    { key: searchAttributes.jobStatus, value: 'queued' },
    { key: searchAttributes.userId, value: input.userId },
    { key: searchAttributes.scenarioId, value: input.baseScenarioId },
    { key: searchAttributes.experimentId, value: input.experimentId },
  ],
  priority: { fairnessKey: input.userId },
});
