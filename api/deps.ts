/** Everything a handler may use, as `main.ts` builds it and tests replace it. */
import type { Logger } from 'pino';
import type { Audit } from '../mongo/audit.ts';
import type { Documents } from '../mongo/documents.ts';
import type { Idempotency } from '../mongo/idempotency.ts';
import type { JobRecord, Jobs } from '../mongo/jobs.ts';
import type { Networks } from '../mongo/networks.ts';
import type { RevokedTokens } from '../mongo/revoked-tokens.ts';
import type { Scenarios } from '../mongo/scenarios.ts';
import type { Sessions } from '../mongo/sessions.ts';
import type { Users } from '../mongo/users.ts';
import type { JobWorkflows } from '../temporal/jobs.ts';
import type { SolveState } from '../temporal/messages/solve-run.ts';
import type { Passwords } from './auth/passwords.ts';
import type { Tokens } from './auth/tokens.ts';
import type { ApiSettings } from './config.ts';
import type { Limits } from './limits.ts';
import type { Metrics } from './metrics.ts';
import type { SolverService } from './solver-service.ts';

/** Parts of the service that readiness asks about. */
export const PROBES = ['mongo', 'temporal', 'solver'] as const;
export type Probes = Readonly<Record<(typeof PROBES)[number], () => Promise<void>>>;

export interface Deps {
  readonly settings: ApiSettings;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly probes: Probes;
  readonly users: Users;
  readonly sessions: Sessions;
  readonly revokedTokens: RevokedTokens;
  readonly audit: Audit;
  readonly jobs: Jobs;
  readonly documents: Documents;
  readonly idempotency: Idempotency;
  readonly scenarios: Scenarios;
  readonly networks: Networks;
  /** Whether a running experiment of the user is based on the scenario. */
  readonly scenarioInUse: (userId: string, scenarioId: string) => Promise<boolean>;
  readonly workflows: JobWorkflows;
  /** `jobs.find`, shared by callers who ask about the same job at the same time. */
  readonly findJob: (jobId: string) => Promise<JobRecord | null>;
  /** `workflows.state`, shared by callers who ask about the same job at the same time. */
  readonly workflowState: (jobId: string) => Promise<SolveState | undefined>;
  /** Resolves when Temporal answers in time. */
  readonly pingTemporal: (deadlineMs: number) => Promise<void>;
  readonly solverService: SolverService;
  readonly tokens: Tokens;
  readonly passwords: Passwords;
  readonly limits: Limits;
  readonly now: () => Date;
  /** Aborted when the process begins to stop: readiness turns 503 and endless replies come to an end. */
  readonly stopping: AbortSignal;
  /** Checks every reply against its schema; on in tests, too slow for large results in production. */
  readonly checkReplies: boolean;
}
