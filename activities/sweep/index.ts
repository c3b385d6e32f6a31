/** Activities of the sweep: what a crash left half done between MongoDB and Temporal is made good. */
import type { LifecycleRecord } from '../../mongo/lifecycle.ts';
import type { RecordActivityDeps } from '../deps.ts';
import { appendLeftEntries } from './append-left-entries.ts';
import { closeAbandoned } from './close-abandoned.ts';
import { deleteExpiredDocuments } from './delete-expired-documents.ts';
import { startUnstarted } from './start-unstarted.ts';
import type { Swept } from './swept.ts';
import { sweptExecutions } from './swept-executions.ts';
import { sweptExperiments } from './swept-experiments.ts';
import { sweptJobs } from './swept-jobs.ts';

export const createSweepActivities = (deps: RecordActivityDeps) => {
  const overAll = async (visit: <R extends LifecycleRecord>(swept: Swept<R>) => Promise<number>) =>
    (await visit(sweptJobs(deps))) +
    (await visit(sweptExperiments(deps))) +
    (await visit(sweptExecutions(deps)));
  return {
    startUnstarted: () => overAll((swept) => startUnstarted(swept, deps.now())),
    closeAbandoned: () => overAll((swept) => closeAbandoned(swept, deps.now())),
    appendLeftEntries: () => appendLeftEntries(deps),
    deleteExpiredDocuments: () => deleteExpiredDocuments(deps),
  };
};
