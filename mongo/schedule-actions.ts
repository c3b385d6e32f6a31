/** The history of schedules: one entry for each time, with the run that it started or why there is none. */
import type { Db } from 'mongodb';
import type { StartedRun } from '../temporal/case/messages/schedule.ts';
import type { CollectionIndexes } from './indexes.ts';
import type { ScheduleRecord, ScheduleTarget } from './schedules.ts';
import type { Transaction } from './transaction.ts';

export const ACTION_STATUSES = ['submitting', 'submitted', 'ended', 'missed'] as const;

export interface ScheduleAction {
  /** Schedule and time, so that a time has one entry. */
  readonly _id: string;
  readonly schedule_id: string;
  readonly user_id: string;
  readonly scheduled_at: Date;
  readonly status: (typeof ACTION_STATUSES)[number];
  /** Kept from the first attempt, so that all of them ask for the same. */
  readonly target: ScheduleTarget;
  readonly run: StartedRun | null;
  readonly ended_at: Date | null;
  /** Why it was missed. */
  readonly reason: string | null;
  readonly expires_at: Date;
}

export const scheduleActionIndexes: CollectionIndexes = {
  collection: 'schedule_actions',
  indexes: [
    { key: { schedule_id: 1, scheduled_at: -1 }, name: 'history' },
    { key: { expires_at: 1 }, expireAfterSeconds: 0 },
  ],
};

export const actionId = (scheduleId: string, at: Date): string => `${scheduleId}/${at.toISOString()}`;

export type ScheduleActions = ReturnType<typeof createScheduleActions>;

export function createScheduleActions(db: Db) {
  const actions = db.collection<ScheduleAction>('schedule_actions');
  const newAction = (schedule: ScheduleRecord, at: Date, expires_at: Date): ScheduleAction => ({
    _id: actionId(schedule._id, at),
    schedule_id: schedule._id,
    user_id: schedule.user_id,
    scheduled_at: at,
    status: 'submitting',
    target: schedule.target,
    run: null,
    ended_at: null,
    reason: null,
    expires_at,
  });
  return {
    /** The entry of a time, made now when there is none. */
    async begin(
      schedule: ScheduleRecord,
      at: Date,
      expiresAt: Date,
      tx: Transaction = {},
    ): Promise<ScheduleAction> {
      const action = newAction(schedule, at, expiresAt);
      await actions.updateOne({ _id: action._id }, { $setOnInsert: action }, { upsert: true, ...tx });
      return (await actions.findOne({ _id: action._id }, tx)) ?? action;
    },
    find: (id: string): Promise<ScheduleAction | null> => actions.findOne({ _id: id }),
    /** The last entry before a time. */
    before: (scheduleId: string, at: Date): Promise<ScheduleAction | null> =>
      actions.findOne({ schedule_id: scheduleId, scheduled_at: { $lt: at } }, { sort: { scheduled_at: -1 } }),
    async markSubmitted(id: string, run: StartedRun): Promise<void> {
      await actions.updateOne({ _id: id }, { $set: { status: 'submitted', run, reason: null } });
    },
    async markEnded(id: string, at: Date): Promise<void> {
      await actions.updateOne({ _id: id, ended_at: null }, { $set: { status: 'ended', ended_at: at } });
    },
    /** Resolves to whether this is new: a time that has a run, or was missed before, stays as it is. A missed one may be started later. */
    async markMissed(id: string, reason: string, tx: Transaction): Promise<boolean> {
      const change = { $set: { status: 'missed' as const, reason } };
      return (await actions.updateOne({ _id: id, status: 'submitting' }, change, tx)).modifiedCount === 1;
    },
    /** Newest first. */
    async list(scheduleId: string, limit: number, offset: number) {
      const ofSchedule = { schedule_id: scheduleId };
      const [page, total] = await Promise.all([
        actions.find(ofSchedule).sort({ scheduled_at: -1 }).skip(offset).limit(limit).toArray(),
        actions.countDocuments(ofSchedule),
      ]);
      return { actions: page, total };
    },
  };
}
