/** What activities reach the world through. */
import type { Audit } from '../mongo/audit.ts';
import type { Documents } from '../mongo/documents.ts';
import type { Jobs } from '../mongo/jobs.ts';
import type { JobWorkflows } from '../temporal/jobs.ts';
import type { Engine } from './engine/engine.ts';

export interface JobActivityDeps {
  readonly jobs: Jobs;
  readonly documents: Documents;
  readonly audit: Audit;
  readonly workflows: JobWorkflows;
  /** How long a finished job and its documents are kept, days. */
  readonly retentionDays: number;
  now(): Date;
}

export interface SolverActivityDeps {
  readonly jobs: Jobs;
  readonly documents: Documents;
  readonly engine: Engine;
  now(): Date;
}
