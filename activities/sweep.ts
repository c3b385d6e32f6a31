/** Activities of the sweep, which repair what a crash left incomplete between MongoDB and Temporal. */
import type { LifecycleRecord } from '../mongo/lifecycle.ts';
import { sweptConnectionStudies } from './connections/finish-study.ts';
import type { RecordActivityDeps } from './deps.ts';
import { sweptExecutions } from './executions/finish-execution.ts';
import { sweptExperiments } from './experiments/finish-experiment.ts';
import { closeAbandoned, type Swept, startUnstarted } from './runs/sweep.ts';
import { sweepSchedules } from './schedules/sweep-schedules.ts';
import { sweptJobs } from './solve/finish-job.ts';
import { sweepDeliveries } from './webhooks/deliver.ts';

export const createSweepActivities = (deps: RecordActivityDeps) => {
  const overAll = async (visit: <R extends LifecycleRecord>(swept: Swept<R>) => Promise<number>) =>
    (await visit(sweptJobs(deps))) +
    (await visit(sweptExperiments(deps))) +
    (await visit(sweptExecutions(deps))) +
    (await visit(sweptConnectionStudies(deps)));
  return {
    startUnstarted: () => overAll((swept) => startUnstarted(swept, deps.now())),
    closeAbandoned: () => overAll((swept) => closeAbandoned(swept, deps.now())),
    appendLeftEntries: () => appendLeftEntries(deps),
    deleteExpiredDocuments: () => deleteExpiredDocuments(deps),
    sweepDeliveries: () => sweepDeliveries(deps),
    sweepSchedules: () => sweepSchedules(deps),
  };
};

/** Age of an entry below which the process that recorded it may still append it to the audit log, ms. */
const GRACE_MS = 5_000;

/** Appends the audit entries of changes whose process ended before it could append them. */
const appendLeftEntries = ({ audit, now }: RecordActivityDeps): Promise<number> =>
  audit.appendLeft(new Date(now().getTime() - GRACE_MS));

/** Time for which a what-if that was not kept can be read after its end, ms. */
const WHAT_IF_MS = 3600 * 1000;
const DAY_MS = 24 * 3600 * 1000;
const BATCH = 200;

/**
 * Deletes what-ifs that were not kept, and stored files after the retention period of their owners. Files of older
 * versions have no owner, and get one.
 */
async function deleteExpiredDocuments({
  documents,
  storedBytes,
  ...deps
}: RecordActivityDeps): Promise<number> {
  const dropped = await deps.jobs.dropWhatIfs(new Date(deps.now().getTime() - WHAT_IF_MS), BATCH);
  // If a crash prevents this deletion, the documents are deleted at the end of their retention period.
  for (const id of dropped) await documents.deleteOf(id);
  await storedBytes.nameOwners();
  return documents.deleteOrphans(new Date(deps.now().getTime() - deps.retentionDays * DAY_MS), BATCH);
}
