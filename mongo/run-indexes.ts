/** The indexes of everything that has a workflow, and of the documents it works on. */
import { documentIndexes } from './documents.ts';
import { executionIndexes } from './executions.ts';
import { experimentIndexes } from './experiments.ts';
import { explanationIndexes } from './explanations.ts';
import { idempotencyIndexes } from './idempotency.ts';
import { jobIndexes } from './jobs.ts';
import { scenarioRunIndexes } from './scenario-runs.ts';
import { windowIndexes } from './windows.ts';

export const runIndexes = [
  jobIndexes,
  documentIndexes,
  explanationIndexes,
  idempotencyIndexes,
  experimentIndexes,
  scenarioRunIndexes,
  executionIndexes,
  windowIndexes,
] as const;
