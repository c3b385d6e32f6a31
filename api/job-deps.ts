/** The parts of `Deps` that jobs need, from the connections of the process. */
import type { MongoConnection } from '../mongo/connect.ts';
import { createDocuments } from '../mongo/documents.ts';
import { createIdempotency } from '../mongo/idempotency.ts';
import { createJobs } from '../mongo/jobs.ts';
import { createNetworks } from '../mongo/networks.ts';
import { createScenarios } from '../mongo/scenarios.ts';
import type { TemporalConnection } from '../temporal/client.ts';
import { createJobWorkflows } from '../temporal/jobs.ts';
import type { ApiSettings } from './config.ts';
import type { Deps } from './deps.ts';
import { share } from './jobs/share.ts';
import { createSolverService } from './solver-service.ts';

type JobDeps = Pick<
  Deps,
  | 'jobs'
  | 'findJob'
  | 'documents'
  | 'idempotency'
  | 'scenarios'
  | 'networks'
  | 'workflows'
  | 'workflowState'
  | 'pingTemporal'
  | 'solverService'
>;

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
    idempotency: createIdempotency(db),
    scenarios: createScenarios(db),
    networks: createNetworks(db),
    workflows,
    workflowState: share((jobId) => workflows.state(jobId)),
    pingTemporal: ping,
    solverService: createSolverService(SOLVER_URL, SOLVER_TOKEN),
  };
}
