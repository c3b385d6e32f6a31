/** What schedules and webhooks tell each other across records, workflows and activities. */

/** By cron lines of five fields in a time zone, or by an interval that counts from 1970 in UTC; the other one is null. */
export interface ScheduleTimes {
  readonly cron: string | null;
  readonly every_minutes: number | null;
  readonly time_zone: string;
  /** What becomes of a time while the run of the time before it is open. */
  readonly overlap: 'skip' | 'buffer_one' | 'buffer_all' | 'allow_all';
}

/** A run that a schedule has started. */
export interface StartedRun {
  readonly kind: 'job' | 'experiment' | 'run';
  readonly id: string;
}

/** Why a time starts nothing. `passing`: it may pass later; `gone`: its target or owner is gone; `refused`: not this time. */
export interface DueRefusal {
  readonly kind: 'passing' | 'gone' | 'refused';
  readonly reason: string;
}

/** One time of a schedule; `at`: that of the schedule, not that of the clock, ISO 8601. */
export interface DueInput {
  readonly scheduleId: string;
  readonly at: string;
}

/** One event on its way to one webhook. */
export interface DeliverInput {
  readonly deliveryId: string;
}
