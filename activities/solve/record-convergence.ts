/**
 * Records the convergence of a search across attempts, so that a page opened during or after a solve shows the whole
 * curve. The points are stored apart from the incumbent, because they change more often.
 */
import { type ConvergencePoint, MOST_POINTS } from '../../temporal/case/messages/convergence.ts';
import type { SolveResult } from '../../temporal/case/messages/result.ts';
import type { SolverActivityDeps } from '../deps.ts';
import { relativeGap } from '../engine/base/solve.ts';

/** Time before the first save, ms. Most solves end earlier, and their results contain the points. */
const FIRST_SAVED_MS = 1000;

type SearchValues = Pick<ConvergencePoint, 'incumbent' | 'bound'>;

interface ConvergenceRecorder {
  /** Lower bound that earlier attempts proved, $. */
  readonly bound: number | null;
  add(seen: SearchValues): void;
  /** Ends the record. Returns all points; the last one equals the result. */
  end(result: SolveResult): Promise<ConvergencePoint[]>;
  /** Stops recording; the next attempt continues with the points. */
  leave(): Promise<void>;
}

export async function recordConvergence(
  { documents }: SolverActivityDeps,
  { jobId, resumes }: { readonly jobId: string; readonly resumes: boolean },
  elapsedS: () => number,
): Promise<ConvergenceRecorder> {
  let points = (resumes && (await documents.get('convergence', jobId))) || [];
  const keeper = keepNewest(
    (newest: ConvergencePoint[]) => documents.put('convergence', jobId, newest),
    FIRST_SAVED_MS,
  );
  return {
    bound: points.at(-1)?.bound ?? null,
    add(point) {
      const before = points;
      points = withPoint(points, { ...point, elapsed_s: elapsedS() });
      if (points !== before) keeper.offer(points);
    },
    async end(result) {
      await keeper.drop();
      return ended(points, result, elapsedS());
    },
    leave: keeper.flush,
  };
}

type Timed = Omit<ConvergencePoint, 'mip_gap'>;
const START: Timed = { incumbent: null, bound: null, elapsed_s: 0 };

/**
 * Adds a point if it improves incumbent or bound; else returns `points` itself. Worse values, as a search reports them
 * when it starts again, are ignored. Pure.
 */
export function withPoint(points: ConvergencePoint[], point: Timed): ConvergencePoint[] {
  const last = points.at(-1) ?? START;
  const incumbent = best(Math.min, last.incumbent, point.incumbent);
  const bound = best(Math.max, last.bound, point.bound);
  if (incumbent === last.incumbent && bound === last.bound) return points;
  const mip_gap = incumbent === null || bound === null ? null : relativeGap(incumbent, bound);
  return thinned([...points, { incumbent, bound, mip_gap, elapsed_s: later(last, point.elapsed_s) }]);
}

/** Applies `choose` to two numbers; null stands for an unknown number. */
export const best = (
  choose: (...values: number[]) => number,
  a: number | null,
  b: number | null,
): number | null => (a === null || b === null ? (a ?? b) : choose(a, b));

const later = (last: Timed, elapsedS: number): number => Math.max(last.elapsed_s, elapsedS);

/**
 * Pure. The points of a search that has ended, with the result as the last point. If rounding makes a value of an
 * earlier point better than the value of the result, it is replaced by the latter.
 */
export function ended(
  points: ConvergencePoint[],
  result: Pick<SolveResult, 'objective_value' | 'lower_bound_usd' | 'mip_gap'>,
  elapsedS: number,
): ConvergencePoint[] {
  const { objective_value: incumbent, lower_bound_usd: bound, mip_gap } = result;
  if (incumbent === null && bound === null) return points;
  const within = (point: ConvergencePoint): ConvergencePoint => ({
    ...point,
    incumbent: isRounding(point.incumbent, incumbent)
      ? best(Math.max, point.incumbent, incumbent)
      : point.incumbent,
    bound: isRounding(point.bound, bound) ? best(Math.min, point.bound, bound) : point.bound,
  });
  return thinned([
    ...points.map(within),
    { incumbent, bound, mip_gap, elapsed_s: later(points.at(-1) ?? START, elapsedS) },
  ]);
}

/** Largest change of a value that counts as rounding, relative to the value, or to 1 $ if that is larger. */
const ROUNDING = 1e-6;

const isRounding = (value: number | null, last: number | null): boolean =>
  value !== null && last !== null && Math.abs(value - last) <= ROUNDING * Math.max(1, Math.abs(last));

/**
 * If there are too many points, removes the point whose neighbours are closest in time. The first and the last point
 * stay.
 */
function thinned(points: ConvergencePoint[]): ConvergencePoint[] {
  if (points.length <= MOST_POINTS) return points;
  const around = (i: number): number => (points[i + 1]?.elapsed_s ?? 0) - (points[i - 1]?.elapsed_s ?? 0);
  let least = 1;
  for (let i = 2; i < points.length - 1; i++) if (around(i) < around(least)) least = i;
  return points.toSpliced(least, 1);
}

const EVERY_MS = 1000;

interface Keeper<T> {
  offer(value: T): void;
  /** Resolves when the newest value has been written, or writing it has failed. */
  flush(): Promise<void>;
  /** Resolves when no further write will happen; values that have not been saved are dropped. */
  drop(): Promise<void>;
}

/**
 * Saves the newest of many values, at most once a second and one write at a time. The next write makes up for a failed
 * one. `firstAfterMs`: delay of the first write, so that values dropped before then are never written.
 */
export function keepNewest<T>(save: (value: T) => Promise<void>, firstAfterMs = 0): Keeper<T> {
  let newest: T | undefined;
  let writing = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let nextAt = Date.now() + firstAfterMs;
  const write = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    nextAt = Date.now() + EVERY_MS;
    const value = newest;
    newest = undefined;
    // Errors are ignored: if a save fails, a crash costs more search time, but never the job.
    if (value !== undefined) writing = writing.then(() => save(value)).catch(() => undefined);
    return writing;
  };
  return {
    offer(value) {
      newest = value;
      timer ??= setTimeout(() => void write(), Math.max(0, nextAt - Date.now()));
    },
    flush: write,
    drop() {
      newest = undefined;
      return write();
    },
  };
}
