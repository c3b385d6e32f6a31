/** What solves need, and what of it the connections of the process give. */
import type { MongoConnection } from '../../mongo/connect.ts';
import { createDocuments, type Documents } from '../../mongo/documents.ts';
import { createExplanations, type Explanations } from '../../mongo/explanations.ts';
import { createIdempotency, type Idempotency } from '../../mongo/idempotency.ts';
import { createJobs, type JobRecord, type Jobs } from '../../mongo/jobs.ts';
import type { Scenarios } from '../../mongo/scenarios.ts';
import type { SolveState } from '../../temporal/case/messages/solve-run.ts';
import type { TemporalConnection } from '../../temporal/client.ts';
import { createJobWorkflows, type JobWorkflows } from '../../temporal/jobs.ts';
import type { RunDeps } from '../runs/deps.ts';
import { createSolverService, type SolverService } from './solver-service.ts';

export interface SolveParts {
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

const FRESH_MS = 250;

/**
 * Callers who ask for the same thing at the same time share one answer: calls with the same key while one is
 * under way, or within a quarter of a second after it began. Failures are not kept.
 */
function share<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const answers = new Map<string, { readonly at: number; readonly answer: Promise<T> }>();
  return (key) => {
    const known = answers.get(key);
    if (known && Date.now() - known.at < FRESH_MS) return known.answer;
    const answer = read(key);
    answers.set(key, { at: Date.now(), answer });
    const forget = () => {
      if (answers.get(key)?.answer === answer) answers.delete(key);
    };
    answer.then(() => setTimeout(forget, FRESH_MS).unref(), forget);
    return answer;
  };
}
