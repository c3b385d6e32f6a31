/** Everything a handler may use, as `main.ts` builds it and tests replace it. */
import type { Logger } from 'pino';
import type { ApiKeys } from '../mongo/api-keys.ts';
import type { Audit } from '../mongo/audit.ts';
import type { RevokedTokens } from '../mongo/revoked-tokens.ts';
import type { Sessions } from '../mongo/sessions.ts';
import type { Subscriptions } from '../mongo/subscriptions.ts';
import type { Users } from '../mongo/users.ts';
import type { Csrf } from './auth/csrf.ts';
import type { KeyedLock } from './auth/keyed-lock.ts';
import type { Passwords } from './auth/passwords.ts';
import type { Standings } from './auth/standings.ts';
import type { Tokens } from './auth/tokens.ts';
import type { ApiSettings } from './config.ts';
import type { ExperimentDeps } from './deps/experiment-deps.ts';
import type { JobDeps } from './deps/job-deps.ts';
import type { ModelBuilderDeps } from './deps/model-builder-deps.ts';
import type { TwoFactorDeps } from './deps/two-factor-deps.ts';
import type { Limits } from './limits.ts';
import type { Metrics } from './metrics.ts';

/** Parts of the service that readiness asks about. */
export const PROBES = ['mongo', 'temporal', 'solver'] as const;
export type Probes = Readonly<Record<(typeof PROBES)[number], () => Promise<void>>>;

export interface Deps extends JobDeps, ExperimentDeps, ModelBuilderDeps, TwoFactorDeps {
  readonly settings: ApiSettings;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly probes: Probes;
  readonly users: Users;
  readonly sessions: Sessions;
  readonly revokedTokens: RevokedTokens;
  readonly subscriptions: Subscriptions;
  readonly standings: Standings;
  readonly audit: Audit;
  readonly apiKeys: ApiKeys;
  readonly tokens: Tokens;
  readonly csrf: Csrf;
  readonly passwords: Passwords;
  /** By user name, within this process; the index of names decides between processes. */
  readonly registrations: KeyedLock;
  readonly limits: Limits;
  readonly now: () => Date;
  /** Aborted when the process begins to stop: readiness turns 503 and endless replies come to an end. */
  readonly stopping: AbortSignal;
  /** Checks every reply against its schema; on in tests, too slow for large results in production. */
  readonly checkReplies: boolean;
}
