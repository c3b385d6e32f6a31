/** The indexes of every collection. */
import { auditIndexes } from './audit.ts';
import { configIndexes } from './configs.ts';
import { documentIndexes } from './documents.ts';
import { executionIndexes } from './executions.ts';
import { experimentIndexes } from './experiments.ts';
import { idempotencyIndexes } from './idempotency.ts';
import type { CollectionIndexes } from './indexes.ts';
import { jobIndexes } from './jobs.ts';
import { networkIndexes } from './networks.ts';
import { rateLimitIndexes } from './rate-limits.ts';
import { revokedTokenIndexes } from './revoked-tokens.ts';
import { scenarioRunIndexes } from './scenario-runs.ts';
import { scenarioIndexes } from './scenarios.ts';
import { sessionIndexes } from './sessions.ts';
import { userIndexes } from './users.ts';
import { windowIndexes } from './windows.ts';

export const INDEXES: readonly CollectionIndexes[] = [
  userIndexes,
  sessionIndexes,
  revokedTokenIndexes,
  auditIndexes,
  rateLimitIndexes,
  jobIndexes,
  documentIndexes,
  idempotencyIndexes,
  scenarioIndexes,
  networkIndexes,
  experimentIndexes,
  scenarioRunIndexes,
  executionIndexes,
  windowIndexes,
  configIndexes,
];
