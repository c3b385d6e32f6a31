/** One reported series of `horizon` hours; all NaN when it is missing, too short, too long or not numeric. */
export function readSeries(record: unknown, key: string, horizon: number): number[] {
  const series = isRecord(record) && Object.hasOwn(record, key) ? record[key] : undefined;
  return toHours(series, horizon);
}

/** A reported series of `horizon` numbers; all NaN unless it is a list of that length. */
export function toHours(series: unknown, horizon: number): number[] {
  if (!Array.isArray(series) || series.length !== horizon) return Array(horizon).fill(Number.NaN);
  return Array.from(series, (value: unknown) => (typeof value === 'number' ? value : Number.NaN));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The record's own entry of that name; undefined if it has none. */
export const ownEntry = <T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  record && Object.hasOwn(record, name) ? record[name] : undefined;

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The value of an hour or position; NaN if it is missing, and NaN fails every check. */
export const at = (values: ArrayLike<number>, position: number): number => values[position] ?? Number.NaN;

/** An infinite excess for each name of a record that the payload lacks. */
export function* unknownKeys(record: unknown, allowed: Iterable<string>): Iterable<number> {
  const names = new Set(allowed);
  for (const key of Object.keys(record ?? {})) if (!names.has(key)) yield Number.POSITIVE_INFINITY;
}

/** Consecutive hours in which a unit keeps one state. */
export interface Run {
  readonly on: boolean;
  /** First hour; 0 also when the state began before. */
  readonly start: number;
  /** Hour after the last hour of the run. */
  readonly end: number;
  /** Whether the run continues the state before the first hour. */
  readonly initial: boolean;
}

/** Runs in order; the initial run is empty if the state changes in hour 0. */
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
