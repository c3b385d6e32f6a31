/** Everything a handler may use, as `main.ts` builds it and tests replace it. */
import type { Logger } from 'pino';
import type { Audit } from '../mongo/audit.ts';
import type { AccountDeps, TwoFactorDeps } from './accounts/deps.ts';
import type { AiDeps } from './analyst/deps.ts';
import type { ApiSettings } from './config.ts';
import type { ExperimentDeps } from './experiments/deps.ts';
import type { Follows } from './http/follows.ts';
import type { Limits } from './http/limits.ts';
import type { Metrics } from './http/metrics.ts';
import type { ModelBuilderDeps } from './model-builder/deps.ts';
import type { JobDeps } from './solve/deps.ts';

/** Parts of the service that readiness asks about. */
export const PROBES = ['mongo', 'temporal', 'solver'] as const;
export type Probes = Readonly<Record<(typeof PROBES)[number], () => Promise<void>>>;

export interface Deps extends AccountDeps, JobDeps, ExperimentDeps, ModelBuilderDeps, TwoFactorDeps, AiDeps {
  readonly settings: ApiSettings;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly probes: Probes;
  readonly audit: Audit;
  readonly limits: Limits;
  readonly follows: Follows;
  readonly now: () => Date;
  /** Aborted when the process begins to stop: readiness turns 503 and endless replies come to an end. */
  readonly stopping: AbortSignal;
  /** Checks every reply against its schema; on in tests, too slow for large results in production. */
  readonly checkReplies: boolean;
}
