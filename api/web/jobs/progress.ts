/** Progress of a job: phases, expected duration from similar jobs, and convergence (pure). */
import type { Job } from '../../client/runs.ts';
import { secondsOf } from './list-query.ts';
import { PHASES } from './words.ts';

type Detail = NonNullable<Job['progress_detail']>;

const STEPS = [['queued', ['Queue']] as const, ...Object.entries(PHASES)];

interface Step {
  readonly text: string;
  readonly state: 'done' | 'now' | 'next';
  /** Duration of the phase so far, s; undefined if unknown. */
  readonly seconds: number | undefined;
}

/** Phases of a job. `elapsed`: run time of all attempts, s; `now`: Unix time, ms. */
export function timeline(job: Job, elapsed: number, now: number): readonly Step[] {
  const { status, submitted_at, started_at, progress_detail: detail } = job;
  const phase = status === 'queued' ? status : (detail?.phase ?? 'loading');
  const at = STEPS.findIndex(([step]) => step === phase);
  const waited = ((started_at ? Date.parse(started_at) : now) - Date.parse(submitted_at)) / 1000;
  const starts = detail?.begun ?? [];
  return STEPS.map(([step, [text]], i) => {
    const k = starts.findIndex((each) => each.phase === step);
    const from = starts[k]?.at_s;
    const took = from === undefined ? undefined : (starts[k + 1]?.at_s ?? elapsed) - from;
    const seconds = step === 'queued' ? Math.max(0, waited) : took;
    return i > at
      ? { text, state: 'next', seconds: undefined }
      : { text, state: i < at ? 'done' : 'now', seconds };
  });
}

type Earlier = Pick<Job, 'job_id' | 'job_type' | 'solver' | 'time_limit_s' | 'started_at' | 'finished_at'>;

/**
 * Median duration of completed jobs with the same scenario, type, solver and time limit, s; undefined without such
 * jobs.
 */
export function expectedTime(job: Job, earlier: readonly Earlier[]) {
  const isAlike = (each: Earlier): boolean =>
    (['job_type', 'solver', 'time_limit_s'] as const).every((field) => each[field] === job[field]);
  const times = earlier
    .filter(isAlike)
    .flatMap((each) => (each.job_id === job.job_id ? [] : (secondsOf(each) ?? [])))
    .sort((a, b) => a - b);
  const [low, high] = [times[(times.length - 1) >> 1], times[times.length >> 1]];
  if (low === undefined || high === undefined) return undefined;
  return { seconds: (low + high) / 2, jobs: times.length };
}

/** The last reported run time, s, and the time of this report, Unix ms. */
export interface Heard {
  readonly elapsed: number;
  readonly at: number;
}

/** Run time now, s: the last reported run time plus the time since the report. */
export const elapsedAt = ({ elapsed, at }: Heard, now: number): number => elapsed + (now - at) / 1000;

/** The newer report, unless its run time is less than the running clock shows: the clock is never set back. */
export const heardAt = (before: Heard | undefined, elapsed: number, now: number): Heard =>
  before && elapsed <= elapsedAt(before, now) ? before : { elapsed, at: now };

/** Relative gap between incumbent and bound; null until both are known. */
export const gapOf = ({ incumbent, bound }: Omit<Point, 'elapsed_s'>): number | null =>
  incumbent === null || bound === null || incumbent === 0
    ? null
    : Math.max(0, incumbent - bound) / Math.abs(incumbent);

export type Point = Pick<Detail, 'elapsed_s' | 'incumbent' | 'bound'>;

/** Adds a point to the curve, unless the point is empty, or not newer than the last point, or equal to it. */
export function withPoint(points: readonly Point[], next: Point): readonly Point[] {
  const last = points.at(-1);
  if (next.incumbent === null && next.bound === null) return points;
  if (last && next.elapsed_s <= last.elapsed_s) return points;
  if (last && next.incumbent === last.incumbent && next.bound === last.bound) return points;
  return [...points, { elapsed_s: next.elapsed_s, incumbent: next.incumbent, bound: next.bound }];
}

/** Options of the convergence chart. The last values are drawn up to `until`, s. */
export function convergenceOption(points: readonly Point[], until: number) {
  const curve = (name: 'incumbent' | 'bound') => {
    const curvePoints = points.flatMap((point) =>
      point[name] === null ? [] : [[point.elapsed_s, point[name]]],
    );
    const last = curvePoints.at(-1)?.[1];
    return last === undefined ? [] : [...curvePoints, [Math.max(until, points.at(-1)?.elapsed_s ?? 0), last]];
  };
  const line = { type: 'line', step: 'end', symbolSize: 5, lineStyle: { width: 2 } } as const;
  return {
    grid: { left: 16, right: 24, top: 40, bottom: 32, containLabel: true },
    legend: { top: 0 },
    tooltip: { trigger: 'axis' },
    xAxis: { type: 'value', name: 's', min: 0 },
    yAxis: { type: 'value', name: '$', scale: true },
    series: [
      { ...line, name: 'Best objective', data: curve('incumbent') },
      { ...line, name: 'Proven bound', data: curve('bound'), lineStyle: { width: 2, type: 'dashed' } },
    ],
  };
}
