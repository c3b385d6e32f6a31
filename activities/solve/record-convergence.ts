/**
 * Records how a search goes, from attempt to attempt: a page that is opened in the middle of a solve, or after it,
 * shows all of it. Its points are a document of their own, since it changes more often than the incumbent does.
 */
import { type ConvergencePoint, MOST_POINTS } from '../../temporal/case/messages/convergence.ts';
import type { SolveResult } from '../../temporal/case/messages/result.ts';
import type { SolverActivityDeps } from '../deps.ts';
import { relativeGap } from '../engine/base/solve.ts';

/** Most solves are over by then, and their result has the points. */
const FIRST_SAVED_MS = 1000;

type Seen = Pick<ConvergencePoint, 'incumbent' | 'bound'>;

interface ConvergenceRecorder {
  /** What attempts before this one have proven, $. */
  readonly bound: number | null;
  add(seen: Seen): void;
  /** All points; the last one says what the result says. */
  end(result: SolveResult): Promise<ConvergencePoint[]>;
  /** Leaves the points to the attempt that goes on. */
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
    add(seen) {
      const before = points;
      points = withPoint(points, { ...seen, elapsed_s: elapsedS() });
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

/** `points` itself where nothing is better; a search that begins again does not forget what is known (pure). */
export function withPoint(points: ConvergencePoint[], seen: Timed): ConvergencePoint[] {
  const last = points.at(-1) ?? START;
  const incumbent = best(Math.min, last.incumbent, seen.incumbent);
  const bound = best(Math.max, last.bound, seen.bound);
  if (incumbent === last.incumbent && bound === last.bound) return points;
  const mip_gap = incumbent === null || bound === null ? null : relativeGap(incumbent, bound);
  return thinned([...points, { incumbent, bound, mip_gap, elapsed_s: later(last, seen.elapsed_s) }]);
}

/** The chosen one of two numbers, of which null is not known. */
export const best = (
  choose: (...values: number[]) => number,
  a: number | null,
  b: number | null,
): number | null => (a === null || b === null ? (a ?? b) : choose(a, b));

const later = (last: Timed, elapsedS: number): number => Math.max(last.elapsed_s, elapsedS);

/** The points and the result behind them; a point that is better by rounding alone is made to say what the result says (pure). */
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

/** Share of a value, of at least 1 $, by which its rounding changes it at most. */
const ROUNDING = 1e-6;

const isRounding = (told: number | null, last: number | null): boolean =>
  told !== null && last !== null && Math.abs(told - last) <= ROUNDING * Math.max(1, Math.abs(last));

/** When there are too many points, the one whose neighbours are nearest in time goes; the first and the last stay. */
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
  /** Resolves when the newest value has been written or could not be. */
  flush(): Promise<void>;
  /** Resolves when nothing will be written any more; what has not been written is dropped. */
  drop(): Promise<void>;
}

/**
 * Saves the newest of many values once a second, one write at a time; a failed write is made good by the next.
 * `firstAfterMs`: what is dropped before that costs no write.
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
    // What is not saved costs search time after a crash, never the job.
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
