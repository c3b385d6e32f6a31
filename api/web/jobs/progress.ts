/** How far a job is: its phases, how long it will take by what jobs like it took, and the curve of its search (pure). */
import type { Job } from '../../client/runs.ts';
import { secondsOf } from './list-query.ts';
import { PHASES } from './words.ts';

type Detail = NonNullable<Job['progress_detail']>;

const STEPS = [['queued', ['Queue']] as const, ...Object.entries(PHASES)];

interface Step {
  readonly text: string;
  readonly state: 'done' | 'now' | 'next';
  /** How long it took, or has taken; undefined where nobody told. */
  readonly seconds: number | undefined;
}

/** `elapsed`: how long attempts have run, s; `now`: ms since 1970. */
export function timeline(job: Job, elapsed: number, now: number): readonly Step[] {
  const { status, submitted_at, started_at, progress_detail: detail } = job;
  const phase = status === 'queued' ? status : (detail?.phase ?? 'loading');
  const at = STEPS.findIndex(([step]) => step === phase);
  const waited = ((started_at ? Date.parse(started_at) : now) - Date.parse(submitted_at)) / 1000;
  const begun = detail?.begun ?? [];
  return STEPS.map(([step, [text]], i) => {
    const k = begun.findIndex((each) => each.phase === step);
    const from = begun[k]?.at_s;
    const took = from === undefined ? undefined : (begun[k + 1]?.at_s ?? elapsed) - from;
    const seconds = step === 'queued' ? Math.max(0, waited) : took;
    return i > at
      ? { text, state: 'next', seconds: undefined }
      : { text, state: i < at ? 'done' : 'now', seconds };
  });
}

type Earlier = Pick<Job, 'job_id' | 'job_type' | 'solver' | 'time_limit_s' | 'started_at' | 'finished_at'>;

/**
 * Median of jobs of the same scenario that were completed, s; undefined without one of the type, the solver and the time
 * limit of `job`.
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

/** The time that was last heard of, s, and when it was heard, ms since 1970. */
export interface Heard {
  readonly elapsed: number;
  readonly at: number;
}

/** How long attempts have run, s: what was heard and the time since. */
export const elapsedAt = ({ elapsed, at }: Heard, now: number): number => elapsed + (now - at) / 1000;

/** A status that is older than the clock never sets it back. */
export const heardAt = (before: Heard | undefined, elapsed: number, now: number): Heard =>
  before && elapsed <= elapsedAt(before, now) ? before : { elapsed, at: now };

/** Share of the objective that the bound leaves open; null until both are known. */
export const gapOf = ({ incumbent, bound }: Omit<Point, 'elapsed_s'>): number | null =>
  incumbent === null || bound === null || incumbent === 0
    ? null
    : Math.max(0, incumbent - bound) / Math.abs(incumbent);

export type Point = Pick<Detail, 'elapsed_s' | 'incumbent' | 'bound'>;

/** The curve with one more point; one that says nothing new, or is older than what is known, leaves it as it is. */
export function withPoint(points: readonly Point[], next: Point): readonly Point[] {
  const last = points.at(-1);
  if (next.incumbent === null && next.bound === null) return points;
  if (last && next.elapsed_s <= last.elapsed_s) return points;
  if (last && next.incumbent === last.incumbent && next.bound === last.bound) return points;
  return [...points, { elapsed_s: next.elapsed_s, incumbent: next.incumbent, bound: next.bound }];
}

/** `until`: the last values hold until then, s. */
export function convergenceOption(points: readonly Point[], until: number) {
  const curve = (name: 'incumbent' | 'bound') => {
    const known = points.flatMap((point) => (point[name] === null ? [] : [[point.elapsed_s, point[name]]]));
    const last = known.at(-1)?.[1];
    return last === undefined ? [] : [...known, [Math.max(until, points.at(-1)?.elapsed_s ?? 0), last]];
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
