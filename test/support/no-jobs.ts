/** The job parts of `Deps` for tests that are about something else: any use of them is a failure. */
import type { createJobDeps } from '../../api/job-deps.ts';

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
  workflows: { start: refuse, state: refuse, cancel: refuse, stop: refuse },
  workflowState: refuse,
  pingTemporal: refuse,
  solverService: { health: refuse, requireSolver: refuse, validate: refuse },
});
