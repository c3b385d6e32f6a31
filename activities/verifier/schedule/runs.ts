/** Consecutive hours in which a unit keeps one state. */
export interface Run {
  readonly on: boolean;
  /** First hour; 0 also when the state began before. */
  readonly start: number;
  /** Hour after the last one. */
  readonly end: number;
  /** Whether it continues the state before the first hour. */
  readonly initial: boolean;
}

/** Runs in order; an initial run of no hours is there when the state changes in hour 0. */
export function toRuns(on: readonly boolean[], onBefore: boolean): Run[] {
  const runs: Run[] = [];
  let run: Run = { on: onBefore, start: 0, end: 0, initial: true };
  for (const [hour, state] of on.entries()) {
    if (state !== run.on) {
      runs.push(run);
      run = { on: state, start: hour, end: hour, initial: false };
    }
    run = { ...run, end: hour + 1 };
  }
  return [...runs, run];
}
