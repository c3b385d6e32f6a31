/** A schedule, as clients write it and as they see it. */
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
import type { ScheduleChange, ScheduleTarget } from '../../mongo/schedules.ts';
import { readCron } from '../../temporal/case/arithmetic/cron.ts';
import { targets } from './target.ts';

const MINUTES_OF_YEAR = 527_040;
/**
 * Pattern of a cron line with five fields: without seconds and years, a schedule cannot start more than once a minute.
 */
const CRON = /^\S+( \S+){4}$/;

const fields = {
  name: string().trim().min(1).max(120).meta({ description: "Unique among the caller's schedules" }),
  cron: string()
    .max(120)
    .matches(CRON, 'A cron line has five fields: minute, hour, day of month, month, day of week')
    .test(
      'cron',
      ({ value }) => `This is not a cron line: ${cronProblem(value)}`,
      (line) => !cronProblem(line),
    )
    .meta({
      description:
        'Cron line such as 30 6 * * MON-FRI, in time_zone; this or every_minutes. A day must match both day of month and day of week. A time skipped by a clock change starts right after it; one that occurs twice starts once',
    }),
  every_minutes: number()
    .integer()
    .min(1, 'An interval should have at least one minute')
    .max(MINUTES_OF_YEAR)
    .meta({ description: 'Interval, min, counted from the beginning of 1970 in UTC' }),
  time_zone: string()
    .max(64)
    .test('time_zone', ({ value }) => `There is no time zone '${value}'`, isTimeZone)
    .meta({
      description: 'Zone of cron and of days_from_schedule: IANA name, such as Europe/Berlin; default UTC',
    }),
  overlap: string()
    .oneOf(['skip', 'buffer_one', 'buffer_all', 'allow_all'] as const)
    .meta({
      description:
        'If the previous run is still open: skip the time (default), start one or all waiting runs after it, or run in parallel',
    }),
};

/**
 * Problem of a cron line. Undefined for a valid line, and for a line without five fields, which another test refuses.
 */
function cronProblem(line: string | undefined): string | undefined {
  const cron = line !== undefined && CRON.test(line) ? readCron(line) : undefined;
  return typeof cron === 'string' ? cron : undefined;
}

function isTimeZone(zone: string | undefined): boolean {
  try {
    return zone === undefined || Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}

/**
 * Requires one field of each group. yup runs this test before it checks the fields. `isWhole`: true if each group must
 * be present, as in a new schedule.
 */
const oneOfEach = (isWhole: boolean) =>
  function (this: TestContext, value: unknown, context: TestContext): true | ValidationError {
    const values = Object(value) as Readonly<Record<string, unknown>>;
    for (const group of [['cron', 'every_minutes'], Object.keys(targets)]) {
      const [first = '', second] = group.filter((name) => values[name] != null);
      const path = second ?? (first || group[0] || '');
      if (second || (isWhole && !first))
        return context.createError({ path, message: `Give exactly one of ${group.join(', ')}` });
    }
    return true;
  };

const change = object({ ...fields, ...targets });
export const schedulePatch = change.test('one', '', oneOfEach(false));
export const scheduleBody = change.shape({ name: fields.name.required() }).test('one', '', oneOfEach(true));
export type SchedulePatch = InferType<typeof schedulePatch>;

const NEW: ScheduleChange = {
  name: '',
  cron: null,
  every_minutes: null,
  time_zone: 'UTC',
  overlap: 'skip',
  target: { kind: 'solve', body: {} },
};

function targetOf({ solve, experiment, run }: SchedulePatch): ScheduleTarget | undefined {
  if (solve) return { kind: 'solve', body: solve };
  if (experiment) return { kind: 'experiment', body: experiment };
  return run && { kind: 'run', body: run };
}

/** Applies a patch. Omitted fields are kept; a cron line replaces an interval, and a run replaces a solve. */
export function changed(patch: SchedulePatch, before = NEW): ScheduleChange {
  const { cron, every_minutes } = patch;
  return {
    name: patch.name ?? before.name,
    cron: every_minutes === undefined ? (cron ?? before.cron) : null,
    every_minutes: cron === undefined ? (every_minutes ?? before.every_minutes) : null,
    // A schedule with an interval has no time zone.
    time_zone: patch.time_zone ?? (every_minutes === undefined ? before.time_zone : 'UTC'),
    overlap: patch.overlap ?? before.overlap,
    target: targetOf(patch) ?? before.target,
  };
}

const timestamp = () => string().datetime({ precision: 3 });

export const entrySchema = object({
  scheduled_at: timestamp().required().meta({ description: 'Scheduled time' }),
  status: string().required().meta({
    description:
      'Status of the run; submitting before it exists, missed if there is none, deleted after its deletion',
  }),
  kind: string()
    .oneOf(['job', 'experiment', 'run'] as const)
    .nullable()
    .defined(),
  run_id: string().nullable().defined().meta({ description: 'Id of the job, experiment or execution' }),
  start: string()
    .nullable()
    .defined()
    .meta({ description: 'First date of the run, if the schedule has one' }),
  reason: string().nullable().defined().meta({ description: 'Reason why the time was missed' }),
  note: string().nullable().defined().meta({ description: 'Effect of a clock change on the time' }),
});

const asGiven = () => object().optional().default(undefined);
export const scheduleSchema = object({
  schedule_id: string().uuid().required(),
  name: fields.name.required(),
  solve: asGiven(),
  experiment: asGiven(),
  run: asGiven(),
  cron: fields.cron.nullable().defined(),
  every_minutes: fields.every_minutes.nullable().defined(),
  time_zone: fields.time_zone.required(),
  overlap: fields.overlap.required(),
  paused: boolean().nullable().defined().meta({ description: 'Null while Temporal does not answer' }),
  note: string().nullable().defined().meta({ description: 'Reason of the pause' }),
  next_times: array(timestamp().required())
    .required()
    .meta({ description: 'The next five times; none while paused' }),
  last: entrySchema
    .nullable()
    .default(undefined)
    .defined()
    .meta({ description: 'Newest entry of the history' }),
  created_at: timestamp().required(),
  updated_at: timestamp().required(),
});

export const triggeredSchema = scheduleSchema.shape({
  started: entrySchema.nullable().default(undefined).defined().meta({
    description:
      'The started run; null while an earlier run is open, or if the start takes longer: see the history',
  }),
});
