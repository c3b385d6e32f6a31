/** Studies of new connections: one record each; their runs are executions. */
import type { Db } from 'mongodb';
import type {
  Candidate,
  ConnectionKind,
  ConnectionResults,
  ConnectionStudyEnd,
  ConnectionStudyInput,
} from '../temporal/case/messages/connection.ts';
import type { JobStatus } from '../temporal/case/messages/job.ts';
import type { ExecutionRecord } from './executions.ts';
import type { CollectionIndexes } from './indexes.ts';
import { createLifecycle, type LifecycleRecord, lifecycleIndexes, OPEN_STATUSES } from './lifecycle.ts';
import { WITHOUT_SIZE } from './stored-bytes.ts';
import type { Transaction } from './transaction.ts';

type RunFields = 'solver' | 'network_id' | 'network_version' | 'options' | 'start' | 'windows' | 'warnings';

/** The network is stored under the id of the study. */
export interface ConnectionStudyRecord extends LifecycleRecord, Pick<ExecutionRecord, RunFields> {
  readonly candidates: readonly Candidate[];
  readonly max_mw: number;
  /** Share of the power that is used, by hour of the study; a single value holds for every hour. */
  readonly profile: readonly number[];
  /** Numbers of hours in which the connection may be reduced, ascending, beginning with 0. */
  readonly flexible_hours: readonly number[];
  /** True if units stay committed as in the run without a connection. */
  readonly keepsCommitment?: true;
  readonly attempt: number;
  /**
   * Largest number of runs for each number of hours, which determines their positions among the runs of the study;
   * absent in records of earlier versions, which have 12.
   */
  readonly most_trials?: number;
  /** Intervals of each connection; null until the study is completed. */
  readonly results: ConnectionResults | null;
}

export const connectionStudyIndexes: CollectionIndexes = {
  collection: 'connection_studies',
  indexes: [...lifecycleIndexes],
};

export type ConnectionStudies = ReturnType<typeof createConnectionStudies>;

export function createConnectionStudies(db: Db) {
  const studies = db.collection<ConnectionStudyRecord>('connection_studies');
  const after = { ...WITHOUT_SIZE, returnDocument: 'after' } as const;
  return {
    ...createLifecycle<ConnectionStudyRecord>(db, 'connection_studies'),
    find: (id: string, tx: Transaction = {}): Promise<ConnectionStudyRecord | null> =>
      studies.findOne({ _id: id }, { ...WITHOUT_SIZE, ...tx }),
    async list(userId: string, limit: number, offset: number, status?: JobStatus) {
      const query = { user_id: userId, ...(status && { status }) };
      const newestFirst = studies
        .find<Omit<ConnectionStudyRecord, 'results'>>(query, { projection: { bytes: 0, results: 0 } })
        .sort({ submitted_at: -1, _id: 1 });
      const [page, total] = await Promise.all([
        newestFirst.skip(offset).limit(limit).toArray(),
        studies.countDocuments(query),
      ]);
      return { studies: page, total };
    },
    /** Records the end of an open study; null if the study is not open. */
    finish: (
      id: string,
      { status, ...end }: ConnectionStudyEnd,
      at: Date,
      expiresAt: Date,
      tx: Transaction = {},
    ) =>
      studies.findOneAndUpdate(
        { _id: id, status: { $in: OPEN_STATUSES } },
        { $set: { error: null, ...end, status, finished_at: at, expires_at: expiresAt } },
        { ...after, ...tx },
      ),
    /** Reopens a study that failed or was cancelled; null if it is open, or another caller reopened it first. */
    restart: ({ _id, attempt }: ConnectionStudyRecord, at: Date): Promise<ConnectionStudyRecord | null> =>
      studies.findOneAndUpdate(
        { _id, attempt, status: { $in: ['failed', 'cancelled'] } },
        {
          $set: {
            ...{ status: 'queued', attempt: attempt + 1, started_at: null, finished_at: null, error: null },
            ...{ workflow_started: false, checked_at: at },
          },
          $unset: { expires_at: 1 },
        },
        after,
      ),
  };
}

export interface StudiedConnection {
  readonly bus: number;
  readonly kind: ConnectionKind;
  /** Position of its candidate. */
  readonly candidate: number;
}

const BOTH: readonly ConnectionKind[] = ['load', 'generation'];

/** The connections that a study examines one by one: two for storage, which charges and discharges. */
export const studiedConnections = ({
  candidates,
}: Pick<ConnectionStudyRecord, 'candidates'>): StudiedConnection[] =>
  candidates.flatMap(({ bus, kind }, candidate) =>
    (kind === 'storage' ? BOTH : [kind]).map((each) => ({ bus, kind: each, candidate })),
  );

/** Makes the input of the workflow from a record. */
export const toStudyInput = (study: ConnectionStudyRecord): ConnectionStudyInput => ({
  studyId: study._id,
  userId: study.user_id,
  networkId: study.network_id,
  parts: studiedConnections(study).length,
  attempt: study.attempt,
});
