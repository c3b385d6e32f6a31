/** Names shared by workflows, workers and clients. */
import { defineSearchAttributeKey } from '@temporalio/common';

/** Task queue of workflows and light activities. */
export const ORCHESTRATION_QUEUE = 'orchestration';
/** Task queue of webhook deliveries. It is separate, so that a slow receiver delays no other activity. */
export const DELIVERY_QUEUE = 'deliveries';

/** Delay between attempts of a delivery, ms: doubled after each attempt, but at most one hour. */
export const DELIVERY_RETRY = {
  initialInterval: 5000,
  backoffCoefficient: 2,
  maximumInterval: 3_600_000,
} as const;

export const WORKFLOW = {
  solve: 'solve',
  experiment: 'experiment',
  execution: 'execution',
  connectionStudy: 'connectionStudy',
  rollingHorizon: 'rollingHorizon',
  sweep: 'sweep',
  scheduled: 'scheduled',
  deliver: 'deliver',
} as const;

/**
 * Name of the status query, which every workflow with a status answers; the reply is a `SolveState`, `ExperimentState`
 * or `ExecutionState`.
 */
export const STATUS_QUERY = 'status';

/** Names of messages to a running `solve` workflow. */
export const SOLVE_MESSAGE = {
  status: STATUS_QUERY,
  /** Signal from the solver activity to the workflow with the progress; its argument is a `Heartbeat`. */
  progress: 'progress',
  /** Signal to end the search now with its incumbent. */
  stop: 'stop',
} as const;

/** Id of the Temporal Schedule that starts `sweep`. */
export const SWEEP_SCHEDULE = 'sweep';
export const SWEEP_EVERY_S = 15;

/** Search attributes of every workflow; registered by `ensureSearchAttributes` and shown in the Web UI. */
export const searchAttributes = {
  jobType: defineSearchAttributeKey('JobType', 'KEYWORD'),
  jobStatus: defineSearchAttributeKey('JobStatus', 'KEYWORD'),
  solver: defineSearchAttributeKey('Solver', 'KEYWORD'),
  userId: defineSearchAttributeKey('UserId', 'KEYWORD'),
  scenarioId: defineSearchAttributeKey('ScenarioId', 'KEYWORD'),
  experimentId: defineSearchAttributeKey('ExperimentId', 'KEYWORD'),
  executionId: defineSearchAttributeKey('ExecutionId', 'KEYWORD'),
} as const;
