/** The indexes of every collection the API writes. */
import { auditIndexes } from './audit.ts';
import type { CollectionIndexes } from './indexes.ts';
import { rateLimitIndexes } from './rate-limits.ts';
import { revokedTokenIndexes } from './revoked-tokens.ts';
import { sessionIndexes } from './sessions.ts';
import { userIndexes } from './users.ts';

export const INDEXES: readonly CollectionIndexes[] = [
  userIndexes,
  sessionIndexes,
  revokedTokenIndexes,
  auditIndexes,
  rateLimitIndexes,
];
