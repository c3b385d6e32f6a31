/** Activities of the sweep: what a crash left half done between MongoDB and Temporal is made good. */
import type { LifecycleRecord } from '../mongo/lifecycle.ts';
import type { RecordActivityDeps } from './deps.ts';
import { sweptExecutions } from './executions/finish-execution.ts';
import { sweptExperiments } from './experiments/finish-experiment.ts';
import { closeAbandoned, type Swept, startUnstarted } from './runs/sweep.ts';
import { sweptJobs } from './solve/finish-job.ts';

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

/** What is younger is being appended by whoever recorded it, ms. */
const GRACE_MS = 5_000;

/** Makes audit entries of what a process recorded with a change and did not live to append. */
const appendLeftEntries = ({ audit, now }: RecordActivityDeps): Promise<number> =>
  audit.appendLeft(new Date(now().getTime() - GRACE_MS));

/** A what-if that nobody kept can be looked at for so long after its end, ms. */
const WHAT_IF_MS = 3600 * 1000;
const DAY_MS = 24 * 3600 * 1000;
const BATCH = 200;

/**
 * Deletes what-ifs that nobody kept, and stored files that outlived the retention of what they belonged to, and says whose
 * the rest is where a version before left it open.
 */
async function deleteExpiredDocuments({
  documents,
  storedBytes,
  ...deps
}: RecordActivityDeps): Promise<number> {
  const dropped = await deps.jobs.dropWhatIfs(new Date(deps.now().getTime() - WHAT_IF_MS), BATCH);
  // What a crash leaves here goes at the end of its retention.
  for (const id of dropped) await documents.deleteOf(id);
  await storedBytes.nameOwners();
  return documents.deleteOrphans(new Date(deps.now().getTime() - deps.retentionDays * DAY_MS), BATCH);
}
