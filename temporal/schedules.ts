/** Schedules in Temporal, which keeps their times: each call with a deadline. One that is gone is an answer, not an error. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Client,
  ScheduleAlreadyRunning,
  type ScheduleDescription,
  ScheduleNotFoundError,
  type ScheduleOptions,
  type ScheduleSpec,
  WorkflowNotFoundError,
} from '@temporalio/client';
import { msToTs, tsToDate } from '@temporalio/common/lib/time.js';
import { ORCHESTRATION_QUEUE, searchAttributes, WORKFLOW } from './names.ts';

/** Deadline of one call, ms. */
const CALL_MS = 3000;
/** How often, and how far apart, ms, a change is looked for. */
const LOOKS = 5;
const LOOK_MS = 100;

export interface SchedulePlan {
  readonly id: string;
  readonly userId: string;
  readonly cron: readonly string[] | null;
  readonly everyMinutes: number | null;
  readonly offsetMinutes: number;
  readonly timeZone: string;
  readonly overlap: 'skip' | 'buffer_one' | 'buffer_all' | 'allow_all';
  readonly catchupMinutes: number;
}

type PlannedTimes = Pick<SchedulePlan, 'cron' | 'everyMinutes' | 'offsetMinutes' | 'timeZone'>;

interface ScheduleState {
  readonly isPaused: boolean;
  /** Why, by whoever paused it. */
  readonly note: string | null;
  readonly next: readonly Date[];
  /** Starts wait until a run before them has ended. */
  readonly isBuffering: boolean;
}

/** Temporal refuses the times of a schedule; the message says why. */
export class WrongTimes extends Error {}

export type Scheduler = ReturnType<typeof createScheduler>;

export function createScheduler(client: Client) {
  const within = <T>(call: () => Promise<T>): Promise<T> => client.withDeadline(Date.now() + CALL_MS, call);
  const handle = (id: string) => client.schedule.getHandle(idOf(id));
  /** False when there is no such schedule. */
  const told = (call: () => Promise<unknown>): Promise<boolean> =>
    within(async () => {
      await call();
      return true;
    }).catch((error: unknown) => unlessGone(error) ?? false);
  const matching = async (scheduleId: string, from: Date, to: Date): Promise<Date[]> => {
    const { namespace } = client.options;
    const range = { startTime: msToTs(from.getTime()), endTime: msToTs(to.getTime()) };
    const { startTime } = await within(() =>
      client.workflowService.listScheduleMatchingTimes({ namespace, scheduleId, ...range }),
    );
    return startTime.map(tsToDate);
  };
  return {
    /** Times in a range, of no schedule yet: one that may start nothing is asked, and Temporal drops it if we cannot. Throws `WrongTimes`. */
    async timesOf(times: PlannedTimes, from: Date, to: Date): Promise<Date[]> {
      const id = `times-${randomUUID()}`;
      const options = {
        ...optionsOf({ ...times, ...NOTHING, id }),
        scheduleId: idOf(id),
        state: { remainingActions: 0 },
      };
      await within(() => client.schedule.create(options)).catch(refuseTimes);
      return await matching(idOf(id), from, to).finally(() =>
        told(() => handle(id).delete()).catch(() => false),
      );
    },
    /** Creates a schedule or makes it what `plan` says; whether it is paused stays. */
    async put(plan: SchedulePlan): Promise<void> {
      const options = optionsOf(plan);
      try {
        await within(() => client.schedule.create(options));
      } catch (error) {
        if (!(error instanceof ScheduleAlreadyRunning)) throw error;
        await within(() => handle(plan.id).update(({ state }) => ({ ...options, state })));
      }
    },
    /** Undefined when Temporal has no such schedule. */
    async state(id: string): Promise<ScheduleState | undefined> {
      for (let look = 1; ; look++) {
        const described = await within(() => handle(id).describe()).catch(unlessGone);
        // One that was changed just now has its next times in a moment.
        if (
          !described ||
          described.state.paused ||
          described.info.nextActionTimes.length > 0 ||
          look === LOOKS
        )
          return described && toState(described);
        await delay(LOOK_MS);
      }
    },
    /** Times in a range, at most 1,000. */
    times: (id: string, from: Date, to: Date): Promise<Date[]> => matching(idOf(id), from, to),
    /** Whether a time has started its workflow, be it open or over. */
    async hasStarted(id: string, at: Date): Promise<boolean> {
      try {
        await within(() => client.workflow.getHandle(workflowIdOf(id, at)).describe());
        return true;
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return false;
        throw error;
      }
    },
    pause: (id: string, note: string): Promise<boolean> => told(() => handle(id).pause(note)),
    /** Temporal passes over one without a note. */
    unpause: (id: string, note: string): Promise<boolean> => told(() => handle(id).unpause(note)),
    trigger: (id: string): Promise<boolean> => told(() => handle(id).trigger()),
    /** Starts what a range of the past would have started, one after the other unless the schedule allows all at once. */
    backfill: (id: string, start: Date, end: Date, atOnce: boolean): Promise<boolean> =>
      told(() => handle(id).backfill({ start, end, overlap: atOnce ? 'ALLOW_ALL' : 'BUFFER_ALL' })),
    remove: (id: string): Promise<boolean> => told(() => handle(id).delete()),
  };
}

function unlessGone(error: unknown): undefined {
  if (!(error instanceof ScheduleNotFoundError)) throw error;
}

const toState = ({ state, info, raw }: ScheduleDescription): ScheduleState => ({
  isPaused: state.paused,
  note: state.note || null,
  next: info.nextActionTimes,
  isBuffering: Number(raw.info?.bufferSize ?? 0) > 0,
});

const MINUTE_MS = 60_000;
const NOTHING = { userId: '', overlap: 'skip', catchupMinutes: 1 } as const;
const POLICIES = {
  skip: 'SKIP',
  buffer_one: 'BUFFER_ONE',
  buffer_all: 'BUFFER_ALL',
  allow_all: 'ALLOW_ALL',
} as const;

const idOf = (id: string): string => `schedule-${id}`;
/** Temporal ends the id with the time, to the second. */
const workflowIdOf = (id: string, at: Date): string => `${idOf(id)}-${at.toISOString().slice(0, -5)}Z`;

const optionsOf = (plan: SchedulePlan): ScheduleOptions => ({
  scheduleId: idOf(plan.id),
  spec: specOf(plan),
  action: {
    type: 'startWorkflow',
    workflowType: WORKFLOW.scheduled,
    workflowId: idOf(plan.id),
    taskQueue: ORCHESTRATION_QUEUE,
    args: [{ scheduleId: plan.id }],
    typedSearchAttributes: [{ key: searchAttributes.userId, value: plan.userId }],
  },
  policies: { overlap: POLICIES[plan.overlap], catchupWindow: plan.catchupMinutes * MINUTE_MS },
});

const specOf = ({ cron, everyMinutes, offsetMinutes, timeZone }: PlannedTimes): ScheduleSpec => ({
  timezone: timeZone,
  ...(cron && { cronExpressions: [...cron] }),
  ...(everyMinutes !== null && {
    intervals: [{ every: everyMinutes * MINUTE_MS, offset: offsetMinutes * MINUTE_MS }],
  }),
});

/** The client makes a `TypeError` of what the server calls an invalid argument. */
function refuseTimes(error: unknown): never {
  throw error instanceof TypeError ? new WrongTimes(error.message, { cause: error }) : error;
}
