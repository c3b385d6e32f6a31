/** What schedules need: their records, Temporal, and all that submissions need. */
import type { MongoConnection } from '../../mongo/connect.ts';
import { createScheduleActions } from '../../mongo/schedule-actions.ts';
import { createSchedules } from '../../mongo/schedules.ts';
import type { Subscriptions } from '../../mongo/subscriptions.ts';
import type { Users } from '../../mongo/users.ts';
import type { TemporalConnection } from '../../temporal/client.ts';
import { createScheduler } from '../../temporal/schedules.ts';
import type { ExperimentDeps } from '../experiments/deps.ts';
import type { ModelBuilderDeps } from '../model-builder/deps.ts';
import type { SolveDeps } from '../solve/deps.ts';

/** What a submission needs that no request asks for. */
export type SubmissionDeps = SolveDeps &
  ExperimentDeps &
  ModelBuilderDeps & {
    readonly users: Pick<Users, 'findById'>;
    readonly subscriptions: Pick<Subscriptions, 'of'>;
  };

export type ScheduleParts = ReturnType<typeof createScheduleParts>;

export interface ScheduleDeps
  extends ScheduleParts,
    Pick<SubmissionDeps, 'audit' | 'log' | 'now' | 'scenarios' | 'networks'> {
  readonly settings: { readonly MAX_SCHEDULES: number };
}

export const createScheduleParts = ({ db }: MongoConnection, { client }: TemporalConnection) => ({
  schedules: createSchedules(db),
  scheduleActions: createScheduleActions(db),
  scheduler: createScheduler(client),
});
