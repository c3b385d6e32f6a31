/** Dependencies of solves, and creation of those that use the connections of the process. */
import { createCertificates } from '../../mongo/certificates.ts';
import type { MongoConnection } from '../../mongo/connect.ts';
import { createDocuments } from '../../mongo/documents.ts';
import { createExplanations } from '../../mongo/explanations.ts';
import { createIdempotency } from '../../mongo/idempotency.ts';
import { createJobs } from '../../mongo/jobs.ts';
import type { Scenarios } from '../../mongo/scenarios.ts';
import type { TemporalConnection } from '../../temporal/client.ts';
import { createJobWorkflows } from '../../temporal/jobs.ts';
import type { RunDeps } from '../runs/run-kind.ts';
import { createSolverService, share } from './solver-service.ts';

export type SolveParts = ReturnType<typeof createSolveParts>;

export interface SolveDeps extends SolveParts, Omit<RunDeps, keyof SolveParts> {
  readonly scenarios: Scenarios;
  readonly settings: { readonly MAX_HORIZON: number; readonly MAX_OPEN_JOBS: number };
}

/** Address of the solver service, and the token that it requires. */
interface SolverAddress {
  readonly SOLVER_URL: string;
  readonly SOLVER_TOKEN?: string | undefined;
}

export function createSolveParts(
  { db }: Pick<MongoConnection, 'db'>,
  { client, ping }: Pick<TemporalConnection, 'client' | 'ping'>,
  { SOLVER_URL, SOLVER_TOKEN }: SolverAddress,
) {
  const workflows = createJobWorkflows(client);
  const jobs = createJobs(db);
  const documents = createDocuments(db);
  return {
    jobs,
    /**
     * Reads a job. Concurrent reads of one job share the answer; the same holds for its workflow state and its search.
     */
    findJob: share((jobId: string) => jobs.find(jobId)),
    documents,
    explanations: createExplanations(db),
    certificates: createCertificates(db),
    idempotency: createIdempotency(db),
    workflows,
    workflowState: share((jobId: string) => workflows.state(jobId)),
    convergence: share((jobId: string) => documents.get('convergence', jobId)),
    /** Resolves when Temporal answers in time. */
    pingTemporal: share(ping),
    solverService: createSolverService(SOLVER_URL, SOLVER_TOKEN),
  };
}
