/** The indexes of accounts, and of what watches over them. */
import { apiKeyIndexes } from './api-keys.ts';
import { outboxIndexes } from './audit/outbox.ts';
import { auditIndexes } from './audit.ts';
import { rateLimitIndexes } from './rate-limits.ts';
import { revokedTokenIndexes } from './revoked-tokens.ts';
import { sessionIndexes } from './sessions.ts';
import { subscriptionIndexes } from './subscriptions.ts';
import { twoFactorChallengeIndexes } from './two-factor-challenges.ts';
import { userIndexes } from './users.ts';

export const accountIndexes = [
  userIndexes,
  apiKeyIndexes,
  subscriptionIndexes,
  sessionIndexes,
  revokedTokenIndexes,
  auditIndexes,
  outboxIndexes,
  rateLimitIndexes,
  twoFactorChallengeIndexes,
] as const;
