/** Names that both sides of the seam must spell alike. */
import { defineSearchAttributeKey } from '@temporalio/common';

/** Queue of workflows and of light activities. */
export const ORCHESTRATION_QUEUE = 'orchestration';
/** Queue of deliveries to webhooks: a receiver that is slow keeps no other activity waiting. */
export const DELIVERY_QUEUE = 'deliveries';

/** How long a delivery waits between two attempts: twice as long each time, up to an hour, ms. */
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

/** Query of every workflow that a client may ask about: `SolveState`, `ExperimentState`, `ExecutionState`. */
export const STATUS_QUERY = 'status';

/** Messages a running `solve` workflow understands. */
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
