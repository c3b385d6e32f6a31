/** Schedules in Temporal, which stores their times and starts their runs. Every call has a deadline. */
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
import type { LocalTime } from './case/arithmetic/clock-changes.ts';
import type { ScheduleTimes } from './case/messages/schedule.ts';
import { ORCHESTRATION_QUEUE, searchAttributes, WORKFLOW } from './names.ts';

const CALL_MS = 3000;
/** Number of attempts to read the next times of a changed schedule. The next constant: pause between attempts, ms. */
const LOOKS = 5;
const LOOK_MS = 100;
const MINUTE_MS = 60_000;

const POLICIES = {
  skip: 'SKIP',
  buffer_one: 'BUFFER_ONE',
  buffer_all: 'BUFFER_ALL',
  allow_all: 'ALLOW_ALL',
} as const;

/** Local times in addition to the times of a cron line. */
interface Clocks {
  readonly after_gaps?: readonly LocalTime[];
}

interface Plan extends ScheduleTimes, Clocks {
  readonly _id: string;
  readonly user_id: string;
}

export type Scheduler = ReturnType<typeof createScheduler>;

export function createScheduler(client: Client) {
  const within = <T>(call: () => Promise<T>): Promise<T> => client.withDeadline(Date.now() + CALL_MS, call);
  const handle = (id: string) => client.schedule.getHandle(idOf(id));
  /** Applies `say` to a schedule; false if Temporal has no schedule with this id. */
  const tell = (id: string, say: (schedule: ScheduleHandle) => Promise<unknown>): Promise<boolean> =>
    within(async () => {
      await say(handle(id));
      return true;
    }).catch(orIfGone(false));
  /** Scheduled times in a range, at most 1,000. */
  async function times(id: string, from: Date, to: Date): Promise<Date[]> {
    const range = { startTime: msToTs(from.getTime()), endTime: msToTs(to.getTime()) };
    const request = { namespace: client.options.namespace, scheduleId: idOf(id), ...range };
    const { startTime } = await within(() => client.workflowService.listScheduleMatchingTimes(request));
    return startTime.map(tsToDate);
  }
  return {
    tell,
    times,
    /**
     * Times of a planned schedule, or the reason why Temporal refuses the plan. They are read from a temporary schedule
     * without actions; if this process cannot delete it, Temporal does so after a while.
     */
    async timesOf(plan: ScheduleTimes & Clocks, from: Date, to: Date): Promise<Date[] | string> {
      const probe = { ...plan, _id: randomUUID(), user_id: '' };
      const options = { ...optionsOf(probe), state: { remainingActions: 0 } };
      // If the server refuses a specification, the client throws a `TypeError`.
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
    /** Creates or updates a schedule; a paused schedule stays paused. */
    async put(plan: Plan): Promise<void> {
      const options = optionsOf(plan);
      try {
        await within(() => client.schedule.create(options));
      } catch (error) {
        if (!(error instanceof ScheduleAlreadyRunning)) throw error;
        await within(() => handle(plan._id).update(({ state }) => ({ ...options, state })));
      }
    },
    /** State of a schedule; undefined if Temporal has no schedule with this id. */
    async state(id: string) {
      for (let look = 1; ; look++) {
        const described = await within(() => handle(id).describe()).catch(orIfGone(undefined));
        if (!described) return undefined;
        const { state, info, raw } = described;
        // A schedule that was changed just now gets its next times after a moment, so its state is read again.
        if (state.paused || info.nextActionTimes.length > 0 || look === LOOKS)
          return {
            isPaused: state.paused,
            note: state.note ?? null,
            next: info.nextActionTimes,
            /** True if starts are waiting for the end of an earlier run. */
            isBuffering: Number(raw.info?.bufferSize ?? 0) > 0,
          };
        await delay(LOOK_MS);
      }
    },
    /** True if the workflow of a due time was started; it may be open or ended. */
    hasStarted: (id: string, at: Date): Promise<boolean> =>
      within(() => client.workflow.getHandle(workflowIdOf(id, at)).describe()).then(
        () => true,
        orIfGone(false),
      ),
  };
}

/** Returns `answer` if the schedule or workflow no longer exists; rethrows other errors. */
const orIfGone =
  <T>(answer: T) =>
  (error: unknown): T => {
    if (error instanceof ScheduleNotFoundError || error instanceof WorkflowNotFoundError) return answer;
    throw error;
  };

const idOf = (id: string): string => `schedule-${id}`;
/**
 * Id of the workflow that a due time starts: Temporal appends the time, in whole seconds, to the id of the schedule.
 */
const workflowIdOf = (id: string, at: Date): string => `${idOf(id)}-${at.toISOString().slice(0, -5)}Z`;

const MONTHS = [
  ...(['JANUARY', 'FEBRUARY', 'MARCH', 'APRIL', 'MAY', 'JUNE'] as const),
  ...(['JULY', 'AUGUST', 'SEPTEMBER', 'OCTOBER', 'NOVEMBER', 'DECEMBER'] as const),
];

/** Local times that are added to a schedule, because Temporal omits local times that a clock change skips. */
const calendarsOf = ({ after_gaps = [] }: Clocks): CalendarSpec[] =>
  after_gaps.map((time) => ({ ...time, month: MONTHS[time.month - 1] ?? 'JANUARY' }));

const optionsOf = ({
  _id,
  user_id,
  cron,
  every_minutes,
  time_zone,
  overlap,
  ...clocks
}: Plan): ScheduleOptions => ({
  scheduleId: idOf(_id),
  spec: {
    timezone: time_zone,
    ...(cron !== null && { cronExpressions: [cron], calendars: calendarsOf(clocks) }),
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
