/** What solves need, and what of it the connections of the process give. */
import { type Certificates, createCertificates } from '../../mongo/certificates.ts';
import type { MongoConnection } from '../../mongo/connect.ts';
import { createDocuments, type Documents } from '../../mongo/documents.ts';
import { createExplanations, type Explanations } from '../../mongo/explanations.ts';
import { createIdempotency, type Idempotency } from '../../mongo/idempotency.ts';
import { createJobs, type JobRecord, type Jobs } from '../../mongo/jobs.ts';
import type { Scenarios } from '../../mongo/scenarios.ts';
import type { ConvergencePoint } from '../../temporal/case/messages/convergence.ts';
import type { SolveState } from '../../temporal/case/messages/solve-run.ts';
import type { TemporalConnection } from '../../temporal/client.ts';
import { createJobWorkflows, type JobWorkflows } from '../../temporal/jobs.ts';
import type { RunDeps } from '../runs/run-kind.ts';
import { createSolverService, type SolverService, share } from './solver-service.ts';

export interface SolveParts {
  readonly jobs: Jobs;
  readonly documents: Documents;
  readonly explanations: Explanations;
  readonly certificates: Certificates;
  readonly idempotency: Idempotency;
  readonly workflows: JobWorkflows;
  /** `jobs.find`, shared by callers who ask about the same job at the same time. */
  readonly findJob: (jobId: string) => Promise<JobRecord | null>;
  /** `workflows.state`, shared by callers who ask about the same job at the same time. */
  readonly workflowState: (jobId: string) => Promise<SolveState | undefined>;
  /** How the search of a job has gone so far, shared like that. */
  readonly convergence: (jobId: string) => Promise<ConvergencePoint[] | undefined>;
  /** Resolves when Temporal answers in time. */
  readonly pingTemporal: (deadlineMs: number) => Promise<void>;
  readonly solverService: SolverService;
}

export interface SolveDeps extends SolveParts, RunDeps {
  readonly solverService: SolverService;
  readonly scenarios: Scenarios;
  readonly settings: { readonly MAX_HORIZON: number; readonly MAX_OPEN_JOBS: number };
}

/** Where the solver service is, and the token that it asks for. */
interface SolverAddress {
  readonly SOLVER_URL: string;
  readonly SOLVER_TOKEN?: string | undefined;
}

export function createSolveParts(
  { db }: MongoConnection,
  { client, ping }: TemporalConnection,
  { SOLVER_URL, SOLVER_TOKEN }: SolverAddress,
): SolveParts {
  const workflows = createJobWorkflows(client);
  const jobs = createJobs(db);
  const documents = createDocuments(db);
  return {
    jobs,
    findJob: share((jobId) => jobs.find(jobId)),
    documents,
    explanations: createExplanations(db),
    certificates: createCertificates(db),
    idempotency: createIdempotency(db),
    workflows,
    workflowState: share((jobId) => workflows.state(jobId)),
    convergence: share((jobId) => documents.get('convergence', jobId)),
    pingTemporal: share(ping),
    solverService: createSolverService(SOLVER_URL, SOLVER_TOKEN),
  };
}
