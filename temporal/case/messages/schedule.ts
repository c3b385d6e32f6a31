/** Messages about schedules and webhooks, between records, workflows and activities. */

/**
 * Times at which a schedule starts runs: by cron lines of five fields in a time zone, or by an interval counted from
 * 1970 in UTC. The fields of the other form are null.
 */
export interface ScheduleTimes {
  readonly cron: string | null;
  readonly every_minutes: number | null;
  readonly time_zone: string;
  /** Rule for a due time at which the run of an earlier due time is still open. */
  readonly overlap: 'skip' | 'buffer_one' | 'buffer_all' | 'allow_all';
}

/** A run that a schedule has started. */
export interface StartedRun {
  readonly kind: 'job' | 'experiment' | 'run';
  readonly id: string;
}

/**
 * Reason why a due time starts no run. `passing`: a retry may succeed; `gone`: target or owner no longer exists;
 * `refused`: the request was refused, and is made again at the next due time.
 */
export interface DueRefusal {
  readonly kind: 'passing' | 'gone' | 'refused';
  readonly reason: string;
}

/** A due time of a schedule. `at`: the scheduled time, ISO 8601, which may be earlier than the current time. */
export interface DueInput {
  readonly scheduleId: string;
  readonly at: string;
}

/** Delivery of one event to one webhook. */
export interface DeliverInput {
  readonly deliveryId: string;
}
