/** Dependencies of light activities on a real database, with workflows that only record requests. */
import type { Db } from 'mongodb';
import type { RecordActivityDeps } from '../../../activities/deps.ts';
import type { JobStatus } from '../../../temporal/case/messages/job.ts';
import { createRecordStores } from '../../../workers/orchestrator.ts';

export interface RememberedWorkflows {
  /** Ids of started workflows, in the order of their start. */
  readonly started: string[];
  /** Id -> status that Temporal reports of the workflow; Temporal does not know a workflow without an entry. */
  readonly states: Map<string, JobStatus>;
}

const refusing = <Store extends object>(): Store => new Proxy({} as Store, { get: () => NOT_EXPECTED });

const NOT_EXPECTED = async (): Promise<never> => {
  throw new Error('not expected of this test');
};

export function recordDeps(
  db: Db,
  now: () => Date = () => new Date(),
): RecordActivityDeps & { readonly remembered: RememberedWorkflows } {
  const started: string[] = [];
  const states = new Map<string, JobStatus>();
  const described = (id: string) => {
    const status = states.get(id);
    return status && { status, startedAt: null, finishedAt: null, error: null };
  };
  return {
    ...createRecordStores(db),
    workflows: {
      start: async ({ jobId }) => void started.push(jobId),
      state: async (id) => {
        const description = described(id);
        return description && { ...description, percent: 30, progress: null };
      },
      cancel: NOT_EXPECTED,
      stop: NOT_EXPECTED,
    },
    experimentWorkflows: {
      start: async ({ experimentId }) => void started.push(experimentId),
      state: async (id) => {
        const description = described(id);
        return description && { ...description, completed: null, running: null };
      },
      cancel: NOT_EXPECTED,
    },
    executionWorkflows: {
      start: async ({ executionId }) => void started.push(executionId),
      state: async (id) => described(id),
      cancel: NOT_EXPECTED,
    },
    connectionStudyWorkflows: {
      start: async ({ studyId }) => void started.push(studyId),
      state: async (id) => {
        const description = described(id);
        return description && { ...description, done: null };
      },
      cancel: NOT_EXPECTED,
    },
    // Nothing is scheduled in Temporal, and no webhook is delivered.
    scheduler: refusing(),
    submitDue: NOT_EXPECTED,
    startDeliveries: async () => undefined,
    retentionDays: 30,
    now,
    remembered: { started, states },
  };
}
