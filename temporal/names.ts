/** Names shared by workflows, workers and clients. */
import { defineSearchAttributeKey } from '@temporalio/common';

/** Task queue of workflows and light activities. */
export const ORCHESTRATION_QUEUE = 'orchestration';
/** Task queue of webhook deliveries: a slow receiver delays no other activity. */
export const DELIVERY_QUEUE = 'deliveries';

/** Delay between two attempts of a delivery: doubled each time, up to an hour, ms. */
export const DELIVERY_RETRY = {
  initialInterval: 5000,
  backoffCoefficient: 2,
  maximumInterval: 3_600_000,
} as const;

export const WORKFLOW = {
  solve: 'solve',
  experiment: 'experiment',
  execution: 'execution',
  rollingHorizon: 'rollingHorizon',
  sweep: 'sweep',
  scheduled: 'scheduled',
  deliver: 'deliver',
} as const;

/** Query of every workflow with a status: `SolveState`, `ExperimentState`, `ExecutionState`. */
export const STATUS_QUERY = 'status';

/** Messages to a running `solve` workflow. */
export const SOLVE_MESSAGE = {
  status: STATUS_QUERY,
  /** Signal from the solver activity: `Heartbeat`. */
  progress: 'progress',
  /** Signal: end now with the incumbent. */
  stop: 'stop',
} as const;

/** The Temporal Schedule that starts `sweep`. */
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
