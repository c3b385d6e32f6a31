/** Findings of the runs that tried to serve a connection, and the power to try next (pure). */
import { isDeepStrictEqual } from 'node:util';
import type { ConnectionStudyRecord } from '../../mongo/connection-studies.ts';
import type { ExecutionRecord } from '../../mongo/executions.ts';
import type { BindingLimit, Connection } from '../../temporal/case/messages/connection.ts';
import { type HourLimit, limitOf, nextTrial, scarceDays, served } from '../rolling/connection-trials.ts';

/** Largest number of days on which a power is tried before it is tried on all. */
const TRIED_DAYS = 4;

/** A run that tried to serve a connection. */
export interface TriedRun {
  readonly run: ExecutionRecord;
  readonly mw: number;
  readonly serves: boolean;
  /** Reason why the run does not serve the connection; null if it does. */
  readonly message: string | null;
  /** True if the run has all days of the study. */
  readonly isWhole: boolean;
  /** The day on which a run of all days ended; undefined if it serves. */
  readonly failedDay: number | undefined;
  readonly reducible: readonly number[];
}

export interface Bounds {
  /** Most power by hour, MW. */
  readonly most: readonly number[];
  readonly binding: readonly BindingLimit[];
  /** Days that have been examined; in the hours of the others, `most` is the whole power. */
  readonly days: ReadonlySet<number>;
}

interface Examined {
  readonly study: Pick<ConnectionStudyRecord, 'max_mw' | 'profile'>;
  readonly hours: Bounds;
  /** All days, those that probably allow least first. */
  readonly days: readonly number[];
  readonly isLong: boolean;
}

interface ReadLevel {
  readonly limit: HourLimit;
  /** Largest power that a run of all days serves, MW. */
  readonly atLeast: number;
  /** The run that serves it; undefined if it is 0. */
  readonly best: TriedRun | undefined;
  /** The smallest power above `atLeast` that a run did not serve; absent without one. */
  readonly failure?: TriedRun | undefined;
  /** Fields of the connection that is tried next; absent if the interval is narrow enough. */
  readonly next?: Partial<Connection>;
}

/** Findings of the runs of one number of hours of reduction, and the fields of the connection that is tried next. */
export function readLevel(
  { study: { max_mw, profile }, hours, days, isLong }: Examined,
  reducedHours: number,
  runs: readonly TriedRun[],
  bestOfFewer: TriedRun | undefined,
): ReadLevel {
  const use = { profile, maxMw: max_mw };
  const limit = limitOf(hours.most, reducedHours, use);
  const { reducible } = limit;
  // A failure above the limit, or with other hours of reduction, says nothing about smaller powers.
  const alike = runs.filter((run) => isDeepStrictEqual(run.reducible, reducible));
  const failed = alike.filter(({ mw, serves }) => !serves && mw <= limit.atMost);
  const shown = runs.filter(({ serves, isWhole }) => serves && isWhole);
  // A connection that is served whole is also served if it may be reduced.
  const trials = [{ mw: Math.min(bestOfFewer?.mw ?? 0, limit.atMost), serves: true }, ...shown, ...failed];
  const atLeast = served(trials);
  const best = shown.find(({ mw }) => mw === atLeast) ?? bestOfFewer;
  const failure = failed.toSorted((a, b) => a.mw - b.mw).find((run) => run.mw > atLeast);
  const read = { limit, atLeast, best, failure };
  const failedDays = runs.flatMap(({ failedDay = [] }) => failedDay);
  // A power that passed on some days counts if these include all on which a run of all days failed.
  const passed = alike.filter(
    ({ serves, isWhole, run, mw: power }) =>
      serves &&
      !isWhole &&
      power <= limit.atMost &&
      failedDays.every((day) => run.connection?.days?.includes(day)),
  );
  const mw = nextTrial(limit.atMost, [...trials, ...passed], max_mw);
  if (mw === undefined) {
    const most = served(passed);
    return most > atLeast ? { ...read, next: { mw: most, reducible, anew: true } } : read;
  }
  if (!isLong) return { ...read, next: { mw, reducible } };
  const scarce = [...new Set([...scarceDays(hours.most, use, reducible), ...days])].slice(0, TRIED_DAYS);
  return { ...read, next: { mw, reducible, days: [...new Set([...failedDays, ...scarce])] } };
}
