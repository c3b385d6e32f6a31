/** Schedules in Temporal, which keeps their times. Every call has a deadline. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type CalendarSpec,
  type Client,
  ScheduleAlreadyRunning,
  type ScheduleHandle,
  ScheduleNotFoundError,
  type ScheduleOptions,
  WorkflowNotFoundError,
} from '@temporalio/client';
import { msToTs, tsToDate } from '@temporalio/common/lib/time.js';
import { offsetAt } from './case/arithmetic/calendar.ts';
import { afterSkipped } from './case/arithmetic/clock-changes.ts';
import type { ScheduleTimes } from './case/messages/schedule.ts';
import { ORCHESTRATION_QUEUE, searchAttributes, WORKFLOW } from './names.ts';

const CALL_MS = 3000;
/** How often, and how far apart, ms, the times of a changed schedule are looked for. */
const LOOKS = 5;
const LOOK_MS = 100;
const MINUTE_MS = 60_000;

const POLICIES = {
  skip: 'SKIP',
  buffer_one: 'BUFFER_ONE',
  buffer_all: 'BUFFER_ALL',
  allow_all: 'ALLOW_ALL',
} as const;

interface Plan extends ScheduleTimes {
  readonly _id: string;
  readonly user_id: string;
}

export type Scheduler = ReturnType<typeof createScheduler>;

export function createScheduler(client: Client) {
  const within = <T>(call: () => Promise<T>): Promise<T> => client.withDeadline(Date.now() + CALL_MS, call);
  const handle = (id: string) => client.schedule.getHandle(idOf(id));
  /** Whether Temporal has such a schedule, which then was told. */
  const tell = (id: string, say: (schedule: ScheduleHandle) => Promise<unknown>): Promise<boolean> =>
    within(async () => {
      await say(handle(id));
      return true;
    }).catch(orIfGone(false));
  /** Times in a range, at most 1,000. */
  async function times(id: string, from: Date, to: Date): Promise<Date[]> {
    const range = { startTime: msToTs(from.getTime()), endTime: msToTs(to.getTime()) };
    const asked = { namespace: client.options.namespace, scheduleId: idOf(id), ...range };
    const { startTime } = await within(() => client.workflowService.listScheduleMatchingTimes(asked));
    return startTime.map(tsToDate);
  }
  return {
    tell,
    times,
    /**
     * The times that a schedule would have, or why Temporal refuses it. A schedule that may start nothing is asked; Temporal
     * drops it by itself where this process cannot.
     */
    async timesOf(plan: ScheduleTimes, from: Date, to: Date): Promise<Date[] | string> {
      const probe = { ...plan, _id: randomUUID(), user_id: '' };
      const options = { ...optionsOf(probe), state: { remainingActions: 0 } };
      // The client makes a `TypeError` of a specification that the server refuses.
      const refusal = await within(() => client.schedule.create(options)).then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof TypeError) return error.message;
          throw error;
        },
      );
      const remove = () => tell(probe._id, (schedule) => schedule.delete()).catch(() => false);
      return refusal ?? times(probe._id, from, to).finally(remove);
    },
    /** Creates a schedule or makes it what `plan` says; whether it is paused stays. */
    async put(plan: Plan): Promise<void> {
      const options = optionsOf(plan);
      try {
        await within(() => client.schedule.create(options));
      } catch (error) {
        if (!(error instanceof ScheduleAlreadyRunning)) throw error;
        await within(() => handle(plan._id).update(({ state }) => ({ ...options, state })));
      }
    },
    /** Undefined when Temporal has no such schedule. */
    async state(id: string) {
      for (let look = 1; ; look++) {
        const described = await within(() => handle(id).describe()).catch(orIfGone(undefined));
        if (!described) return undefined;
        const { state, info, raw } = described;
        // One that was changed just now has its next times in a moment.
        if (state.paused || info.nextActionTimes.length > 0 || look === LOOKS)
          return {
            isPaused: state.paused,
            note: state.note ?? null,
            next: info.nextActionTimes,
            /** Starts wait until a run before them has ended. */
            isBuffering: Number(raw.info?.bufferSize ?? 0) > 0,
          };
        await delay(LOOK_MS);
      }
    },
    /** Whether a time has started its workflow, be it open or over. */
    hasStarted: (id: string, at: Date): Promise<boolean> =>
      within(() => client.workflow.getHandle(workflowIdOf(id, at)).describe()).then(
        () => true,
        orIfGone(false),
      ),
  };
}

/** What is gone is an answer, not an error. */
const orIfGone =
  <T>(answer: T) =>
  (error: unknown): T => {
    if (error instanceof ScheduleNotFoundError || error instanceof WorkflowNotFoundError) return answer;
    throw error;
  };

const idOf = (id: string): string => `schedule-${id}`;
/** Temporal ends the id with the time, to the second. */
const workflowIdOf = (id: string, at: Date): string => `${idOf(id)}-${at.toISOString().slice(0, -5)}Z`;

/** Clocks are looked at for so long back, for backfills, and ahead; the sweep puts schedules anew long before. */
const CLOCK_YEARS_MS = 10 * 366 * 24 * 3_600_000;
const MONTHS = [
  ...(['JANUARY', 'FEBRUARY', 'MARCH', 'APRIL', 'MAY', 'JUNE'] as const),
  ...(['JULY', 'AUGUST', 'SEPTEMBER', 'OCTOBER', 'NOVEMBER', 'DECEMBER'] as const),
];

/** Temporal leaves out the local times that a clock skips: each gap with such a time has one right after it. */
function afterGaps(plan: Pick<ScheduleTimes, 'cron' | 'time_zone'>): CalendarSpec[] {
  const [now, zone] = [Date.now(), plan.time_zone];
  const range = [new Date(now - CLOCK_YEARS_MS), new Date(now + CLOCK_YEARS_MS)] as const;
  return afterSkipped(plan, ...range).map((at) => {
    const local = new Date(at.getTime() + offsetAt(at.getTime(), zone));
    return {
      year: local.getUTCFullYear(),
      month: MONTHS[local.getUTCMonth()] ?? 'JANUARY',
      dayOfMonth: local.getUTCDate(),
      hour: local.getUTCHours(),
      minute: local.getUTCMinutes(),
    };
  });
}

const optionsOf = ({ _id, user_id, cron, every_minutes, time_zone, overlap }: Plan): ScheduleOptions => ({
  scheduleId: idOf(_id),
  spec: {
    timezone: time_zone,
    ...(cron !== null && { cronExpressions: [cron], calendars: afterGaps({ cron, time_zone }) }),
    ...(every_minutes !== null && { intervals: [{ every: every_minutes * MINUTE_MS }] }),
  },
  action: {
    type: 'startWorkflow',
    workflowType: WORKFLOW.scheduled,
    workflowId: idOf(_id),
    taskQueue: ORCHESTRATION_QUEUE,
    args: [{ scheduleId: _id }],
    typedSearchAttributes: [{ key: searchAttributes.userId, value: user_id }],
  },
  policies: { overlap: POLICIES[overlap], catchupWindow: '1 day' },
});
