/** Messages about schedules and webhooks, between records, workflows and activities. */

/**
 * Times of a schedule: by cron lines of five fields in a time zone, or by an interval counted from 1970 in UTC. The
 * form that is not used is null.
 */
export interface ScheduleTimes {
  readonly cron: string | null;
  readonly every_minutes: number | null;
  readonly time_zone: string;
  /** Treatment of a due time while the run of an earlier due time is open. */
  readonly overlap: 'skip' | 'buffer_one' | 'buffer_all' | 'allow_all';
}

/** A run that a schedule has started. */
export interface StartedRun {
  readonly kind: 'job' | 'experiment' | 'run';
  readonly id: string;
}

/**
 * Reason why a due time starts no run. `passing`: a retry may succeed; `gone`: target or owner no longer exists;
 * `refused`: the request was refused, and the next due time tries again.
 */
export interface DueRefusal {
  readonly kind: 'passing' | 'gone' | 'refused';
  readonly reason: string;
}

/** A due time of a schedule. `at`: the scheduled time, which may differ from the current time, ISO 8601. */
export interface DueInput {
  readonly scheduleId: string;
  readonly at: string;
}

/** Delivery of one event to one webhook. */
export interface DeliverInput {
  readonly deliveryId: string;
}
