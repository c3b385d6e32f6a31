/** What solve jobs need, from the connections of the process. */
import type { MongoConnection } from '../../mongo/connect.ts';
import { createDocuments, type Documents } from '../../mongo/documents.ts';
import { createExplanations, type Explanations } from '../../mongo/explanations.ts';
import { createIdempotency, type Idempotency } from '../../mongo/idempotency.ts';
import { createJobs, type JobRecord, type Jobs } from '../../mongo/jobs.ts';
import type { TemporalConnection } from '../../temporal/client.ts';
import { createJobWorkflows, type JobWorkflows } from '../../temporal/jobs.ts';
import type { SolveState } from '../../temporal/messages/solve-run.ts';
import type { ApiSettings } from '../config.ts';
import { share } from '../jobs/share.ts';
import { createSolverService, type SolverService } from '../solver-service.ts';

export interface JobDeps {
  readonly jobs: Jobs;
  readonly documents: Documents;
  readonly explanations: Explanations;
  readonly idempotency: Idempotency;
  readonly workflows: JobWorkflows;
  /** `jobs.find`, shared by callers who ask about the same job at the same time. */
  readonly findJob: (jobId: string) => Promise<JobRecord | null>;
  /** `workflows.state`, shared by callers who ask about the same job at the same time. */
  readonly workflowState: (jobId: string) => Promise<SolveState | undefined>;
  /** Resolves when Temporal answers in time. */
  readonly pingTemporal: (deadlineMs: number) => Promise<void>;
  readonly solverService: SolverService;
}

export function createJobDeps(
  { db }: MongoConnection,
  { client, ping }: TemporalConnection,
  { SOLVER_URL, SOLVER_TOKEN }: ApiSettings,
): JobDeps {
  const workflows = createJobWorkflows(client);
  const jobs = createJobs(db);
  return {
    jobs,
    findJob: share((jobId) => jobs.find(jobId)),
    documents: createDocuments(db),
    explanations: createExplanations(db),
    idempotency: createIdempotency(db),
    workflows,
    workflowState: share((jobId) => workflows.state(jobId)),
    pingTemporal: ping,
    solverService: createSolverService(SOLVER_URL, SOLVER_TOKEN),
  };
}
