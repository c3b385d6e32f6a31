/** Dependencies that `api/http` provides to handlers; a feature picks the few that it needs. */
import type { Logger } from 'pino';
import type { Audit } from '../../mongo/audit.ts';
import type { Follows } from './follows.ts';
import type { Limits, Storage } from './limits.ts';
import type { Metrics } from './metrics.ts';

export interface KitDeps {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly audit: Audit;
  readonly limits: Limits;
  readonly storage: Storage;
  readonly follows: Follows;
  readonly now: () => Date;
  /** Signal that is aborted when the process begins to stop: readiness turns 503 and event streams end. */
  readonly stopping: AbortSignal;
}
