/** Search attributes of every workflow; registered by `ensureSearchAttributes` and shown in the Web UI. */
import { defineSearchAttributeKey } from '@temporalio/common';

export const searchAttributes = {
  jobType: defineSearchAttributeKey('JobType', 'KEYWORD'),
  jobStatus: defineSearchAttributeKey('JobStatus', 'KEYWORD'),
  solver: defineSearchAttributeKey('Solver', 'KEYWORD'),
  userId: defineSearchAttributeKey('UserId', 'KEYWORD'),
  scenarioId: defineSearchAttributeKey('ScenarioId', 'KEYWORD'),
  experimentId: defineSearchAttributeKey('ExperimentId', 'KEYWORD'),
  executionId: defineSearchAttributeKey('ExecutionId', 'KEYWORD'),
} as const;
