/** What the workflows of schedules and of webhooks are given. */

/** A run that a schedule started. */
export interface StartedRun {
  readonly kind: 'job' | 'experiment' | 'execution';
  readonly id: string;
}

export interface ScheduledInput {
  readonly scheduleId: string;
}

/** One time of a schedule. */
export interface DueInput extends ScheduledInput {
  /** The time of the schedule, not that of the clock; ISO 8601. */
  readonly scheduledAt: string;
}

/** The run that a time has started. */
export interface RunOfTime extends DueInput {
  readonly run: StartedRun;
}

export interface DeliverInput {
  readonly deliveryId: string;
  /** Counts repetitions that were asked for, from 1. */
  readonly round: number;
}
