/** A schedule: as clients write it, and as they see it. */
import {
  array,
  boolean,
  type InferType,
  number,
  object,
  string,
  type TestContext,
  type ValidationError,
} from 'yup';
import { ACTION_STATUSES, type ScheduleAction } from '../../mongo/schedule-actions.ts';
import {
  OVERLAPS,
  type ScheduleChange,
  type ScheduleRecord,
  type ScheduleTarget,
} from '../../mongo/schedules.ts';
import type { Scheduler } from '../../temporal/schedules.ts';
import { DEFAULT_TIMEOUT_S, JOB_TYPES } from '../../temporal/solvers.ts';
import { submitBody } from '../experiments/submit-routes.ts';
import { executionBody } from '../model-builder/execution.ts';

const MINUTES_OF_YEAR = 527_040;
/** Seconds and years have no field, so that nothing starts more often than once a minute. */
const CRON = /^\S+( \S+){4}$/;

export const solveTarget = object({
  scenario_id: string().required().max(200).meta({ description: 'Its newest version is solved' }),
  job_type: string().oneOf(JOB_TYPES).optional().meta({ description: 'Default: that of the scenario' }),
  timeout: number().integer().min(1).max(3600).default(DEFAULT_TIMEOUT_S).meta({ unit: 's' }),
});

/** What a schedule starts; exactly one of them. */
const targets = {
  solve: solveTarget.optional().default(undefined),
  experiment: submitBody.optional().default(undefined).meta({
    description: 'A submission of POST /experiments/submit, over the newest version of its base',
  }),
  run: executionBody.optional().default(undefined).meta({
    description: 'A submission of POST /model-builder/run, on the newest version of its network',
  }),
};

const fields = {
  name: string().trim().min(1).max(120).meta({ description: "Unique among the caller's schedules" }),
  cron: array(
    string()
      .required()
      .max(120)
      .matches(CRON, 'A cron line has five fields: minute, hour, day of month, month, day of week'),
  )
    .min(1)
    .max(10)
    .optional()
    .meta({ description: 'Lines such as 30 6 * * MON-FRI, in time_zone; this or every_minutes' }),
  every_minutes: number()
    .integer()
    .min(1, 'An interval has at least one minute')
    .max(MINUTES_OF_YEAR)
    .optional()
    .meta({ description: 'Interval, min, counted from the beginning of 1970 in UTC' }),
  offset_minutes: number()
    .integer()
    .min(0)
    .optional()
    .meta({ description: 'Shifts the interval, min; default 0' }),
  time_zone: string()
    .max(64)
    .test('time_zone', ({ value }) => `There is no time zone '${value}'`, isTimeZone)
    .optional()
    .meta({ description: 'IANA name, such as Europe/Berlin; default UTC' }),
  overlap: string().oneOf(OVERLAPS).optional().meta({
    description:
      'When a time comes and the run before is open: skip it (default), start one or all that wait after it, or start at once',
  }),
  catchup_minutes: number()
    .integer()
    .min(1)
    .max(7 * 24 * 60)
    .optional()
    .meta({ description: 'A time is still taken when the service was away for so long, min; default 60' }),
  ...targets,
};

function isTimeZone(zone: string | undefined): boolean {
  try {
    return zone === undefined || Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}

/** Tests of a whole see it before its parts have been checked. `isWhole`: one of each group must be there. */
const oneOfEach = (isWhole: boolean) =>
  function (this: TestContext, value: unknown, context: TestContext): true | ValidationError {
    const given = Object(value) as Readonly<Record<string, unknown>>;
    for (const group of [['cron', 'every_minutes'], Object.keys(targets)]) {
      const [first = '', second] = group.filter((name) => given[name] != null);
      const path = second ?? (first || group[0] || '');
      if (second || (isWhole && !first)) {
        return context.createError({ path, message: `Give exactly one of ${group.join(', ')}` });
      }
    }
    return true;
  };

export const scheduleBody = object({ ...fields, name: fields.name.required() }).test(
  'one',
  '',
  oneOfEach(true),
);
export const schedulePatch = object({ ...fields, name: fields.name.optional() }).test(
  'one',
  '',
  oneOfEach(false),
);
export type SchedulePatch = InferType<typeof schedulePatch>;

/** What a schedule is with a change; `before`: undefined for a new one. */
export function changedSchedule(patch: SchedulePatch, before?: ScheduleChange): ScheduleChange {
  const { cron, every_minutes, offset_minutes, time_zone } = patch;
  const was = before?.times;
  const isInterval = every_minutes !== undefined || (cron === undefined && was?.cron == null);
  return {
    name: patch.name ?? before?.name ?? '',
    target: targetOf(patch) ?? before?.target ?? { kind: 'solve', body: {} },
    times: {
      cron: isInterval ? null : (cron ?? was?.cron ?? null),
      every_minutes: isInterval ? (every_minutes ?? was?.every_minutes ?? null) : null,
      offset_minutes: isInterval ? (offset_minutes ?? was?.offset_minutes ?? 0) : 0,
      time_zone: time_zone ?? was?.time_zone ?? 'UTC',
    },
    overlap: patch.overlap ?? before?.overlap ?? 'skip',
    catchup_minutes: patch.catchup_minutes ?? before?.catchup_minutes ?? 60,
  };
}

function targetOf({ solve, experiment, run }: SchedulePatch): ScheduleTarget | undefined {
  if (solve) return { kind: 'solve', body: solve };
  if (experiment) return { kind: 'experiment', body: experiment };
  return run && { kind: 'run', body: run };
}

const timestamp = () => string().datetime({ precision: 3 });

export const actionSchema = object({
  scheduled_at: timestamp().required().meta({ description: 'The time of the schedule' }),
  status: string().oneOf(ACTION_STATUSES).required(),
  kind: string()
    .oneOf(['job', 'experiment', 'execution'] as const)
    .nullable()
    .defined(),
  run_id: string()
    .nullable()
    .defined()
    .meta({ description: 'Id of the job, experiment or execution; null = none' }),
  ended_at: timestamp().nullable().defined(),
  reason: string().nullable().defined().meta({ description: 'Why the time was missed' }),
});

export const toAction = ({ scheduled_at, status, run, ended_at, reason }: ScheduleAction) => ({
  scheduled_at: scheduled_at.toISOString(),
  status,
  kind: run?.kind ?? null,
  run_id: run?.id ?? null,
  ended_at: ended_at?.toISOString() ?? null,
  reason,
});

export const scheduleSchema = object({
  schedule_id: string().uuid().required(),
  name: string().required(),
  solve: object().optional().default(undefined),
  experiment: object().optional().default(undefined),
  run: object().optional().default(undefined),
  cron: array(string().required()).nullable().defined(),
  every_minutes: number().integer().nullable().defined().meta({ description: 'Interval, min' }),
  offset_minutes: number().integer().required().meta({ description: 'min' }),
  time_zone: string().required(),
  overlap: string().oneOf(OVERLAPS).required(),
  catchup_minutes: number().integer().required().meta({ description: 'min' }),
  paused: boolean().nullable().defined().meta({ description: 'Null while Temporal does not answer' }),
  note: string().nullable().defined().meta({ description: 'Why it is paused' }),
  next_times: array(timestamp().required())
    .required()
    .meta({ description: 'The next five; none while paused' }),
  last: actionSchema
    .nullable()
    .default(undefined)
    .defined()
    .meta({ description: 'Newest entry of its history' }),
  created_at: timestamp().required(),
  updated_at: timestamp().required(),
});

const NEXT_TIMES = 5;

export const toSchedule = (
  { _id, name, target, times, overlap, catchup_minutes, created_at, updated_at }: ScheduleRecord,
  state: Awaited<ReturnType<Scheduler['state']>>,
  last: ScheduleAction | undefined,
) => ({
  schedule_id: _id,
  name,
  [target.kind]: target.body,
  ...times,
  cron: times.cron && [...times.cron],
  overlap,
  catchup_minutes,
  paused: state?.isPaused ?? null,
  note: state?.isPaused ? state.note : null,
  next_times: state && !state.isPaused ? state.next.slice(0, NEXT_TIMES).map((at) => at.toISOString()) : [],
  last: last ? toAction(last) : null,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});
