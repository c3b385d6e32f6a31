/** The job parts of `Deps` for tests without jobs: any use of one is a failure. Records are kept in memory. */
import type { createJobDeps } from '../../api/job-deps.ts';
import { NETWORK_SEEDS } from '../../mongo/networks.ts';
import { SCENARIO_SEEDS } from '../../mongo/scenarios.ts';
import { withSeeds } from '../../mongo/with-seeds.ts';
import { memoryRecords } from './memory-records.ts';

const refuse = (): never => {
  throw new Error('this test has no jobs');
};

export const noJobs = (): ReturnType<typeof createJobDeps> => ({
  jobs: {
    accept: refuse,
    find: refuse,
    list: refuse,
    queuedBefore: refuse,
    markWorkflowStarted: refuse,
    markRunning: refuse,
    finish: refuse,
    unstarted: refuse,
    open: refuse,
    markChecked: refuse,
  },
  findJob: refuse,
  documents: {
    put: refuse,
    putPacked: refuse,
    get: refuse,
    expire: refuse,
    delete: refuse,
    deleteOrphans: refuse,
  },
  idempotency: { find: refuse, claim: refuse },
  scenarios: withSeeds(memoryRecords(), SCENARIO_SEEDS),
  networks: withSeeds(memoryRecords(), NETWORK_SEEDS),
  workflows: { start: refuse, state: refuse, cancel: refuse, stop: refuse },
  workflowState: refuse,
  pingTemporal: refuse,
  solverService: { health: refuse, requireSolver: refuse, validate: refuse },
});
