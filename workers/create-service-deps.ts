/** What the routes of the solver service use, on this process's connections. */
import { availableParallelism } from 'node:os';
import { dryRun } from '../activities/engine/dry-run.ts';
import { availableSolvers } from '../activities/solvers/available.ts';
import { createAudit } from '../mongo/audit.ts';
import { createDocuments } from '../mongo/documents.ts';
import { createIdempotency } from '../mongo/idempotency.ts';
import { createJobs } from '../mongo/jobs.ts';
import { createNetworks } from '../mongo/networks.ts';
import { createJobWorkflows } from '../temporal/jobs.ts';
import { limitedSensitivity } from './http/limited-sensitivity.ts';
import type { ServiceDeps } from './http/service-deps.ts';
import type { Process } from './process.ts';

export async function createServiceDeps({ db, client, settings, log }: Process): Promise<ServiceDeps> {
  return {
    jobs: createJobs(db),
    documents: createDocuments(db),
    idempotency: createIdempotency(db),
    networks: createNetworks(db),
    audit: createAudit(db),
    workflows: createJobWorkflows(client),
    solvers: await availableSolvers(settings),
    slots: settings.SOLVER_SLOTS || availableParallelism(),
    maxHorizon: settings.MAX_HORIZON,
    dryRun,
    sensitivity: limitedSensitivity(availableParallelism()),
    now: () => new Date(),
    warn: (error, message) => log.warn({ err: error }, message),
  };
}
