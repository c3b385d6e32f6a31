/** The indexes of every collection. */
import { apiKeyIndexes } from './api-keys.ts';
import { auditIndexes } from './audit.ts';
import { outboxIndexes } from './audit-outbox.ts';
import { certificateIndexes } from './certificates.ts';
import { chatSessionIndexes } from './chat-sessions.ts';
import { configIndexes } from './configs.ts';
import { connectionStudyIndexes } from './connection-studies.ts';
import { documentIndexes } from './documents.ts';
import { executionIndexes } from './executions.ts';
import { experimentIndexes } from './experiments.ts';
import { explanationIndexes } from './explanations.ts';
import { idempotencyIndexes } from './idempotency.ts';
import type { CollectionIndexes } from './indexes.ts';
import { jobIndexes } from './jobs.ts';
import { networkIndexes } from './networks.ts';
import { rateLimitIndexes } from './rate-limits.ts';
import { scenarioRunIndexes } from './scenario-runs.ts';
import { scenarioIndexes } from './scenarios.ts';
import { scheduleEntryIndexes, scheduleIndexes } from './schedules.ts';
import { revokedTokenIndexes, sessionIndexes } from './sessions.ts';
import { shareIndexes } from './shares.ts';
import { signingKeyIndexes } from './signing-keys.ts';
import { subscriptionIndexes } from './subscriptions.ts';
import { tokenBudgetIndexes } from './token-budgets.ts';
import { twoFactorChallengeIndexes } from './two-factor.ts';
import { userIndexes } from './users.ts';
import { deliveryIndexes, webhookIndexes } from './webhooks.ts';
import { windowIndexes, windowPartIndexes } from './windows.ts';

/** The indexes of accounts, and of the collections that protect them. */
const accountIndexes = [
  userIndexes,
  apiKeyIndexes,
  shareIndexes,
  subscriptionIndexes,
  sessionIndexes,
  revokedTokenIndexes,
  auditIndexes,
  outboxIndexes,
  rateLimitIndexes,
  twoFactorChallengeIndexes,
] as const;

/** The indexes of all runs that have a workflow, and of their documents. */
const runIndexes = [
  jobIndexes,
  documentIndexes,
  certificateIndexes,
  explanationIndexes,
  idempotencyIndexes,
  experimentIndexes,
  scenarioRunIndexes,
  executionIndexes,
  connectionStudyIndexes,
  windowIndexes,
  windowPartIndexes,
  scheduleIndexes,
  scheduleEntryIndexes,
  webhookIndexes,
  deliveryIndexes,
] as const;

export const INDEXES: readonly CollectionIndexes[] = [
  ...accountIndexes,
  ...runIndexes,
  scenarioIndexes,
  networkIndexes,
  configIndexes,
  tokenBudgetIndexes,
  chatSessionIndexes,
  signingKeyIndexes,
];
