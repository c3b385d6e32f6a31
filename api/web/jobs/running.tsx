/** A queued or running job: progress, and buttons to stop or cancel it. */
import { useMemo, useRef, useState } from 'preact/hooks';
import { data } from '../../client/client.ts';
import { queueWords } from '../../client/runs.ts';
import { Chart } from '../charts/chart.tsx';
import { ConfirmButton } from '../parts/confirm.tsx';
import { Badge, Card, Figure, ProblemNotice } from '../parts/elements.tsx';
import { useAction } from '../parts/form.tsx';
import { count, duration, money, percent } from '../parts/format.ts';
import { isGuest } from '../parts/guest.ts';
import { api } from '../parts/session.ts';
import { useEvery, useLoad } from '../parts/use-load.ts';
import type { Job } from '../results/view.ts';
import { EndNoticeSwitch } from './end-notice.tsx';
import {
  convergenceOption,
  elapsedAt,
  expectedTime,
  gapOf,
  type Heard,
  heardAt,
  type Point,
  timeline,
  withPoint,
} from './progress.ts';
import { PHASES } from './words.ts';

export function Running({ job }: { readonly job: Job }) {
  const { status, progress, progress_detail: detail, target_gap, time_limit_s } = job;
  const phase = detail ? PHASES[detail.phase][1] : status === 'queued' ? 'Waiting for a solver' : 'Starting';
  // The curve and the state of the search are stored separately. The newer state is added to the curve, so that chart,
  // figures and log show the same.
  const points = detail ? withPoint(detail.convergence ?? [], detail) : [];
  const newest = points.at(-1) ?? NOTHING_YET;
  const hasSchedule = newest.incumbent !== null;
  const elapsed = useElapsed(job, Math.max(detail?.elapsed_s ?? 0, newest.elapsed_s));
  const size = detail?.size;
  return (
    <Card title="Progress" actions={!isGuest && <EndButtons job={job} mayStop={hasSchedule} />}>
      {/* The status role makes screen readers announce changes of the phase. */}
      <p role="status">
        <strong>{phase}</strong>
        {hasSchedule && '. First schedule found.'}
        {status === 'queued' && job.queue_position !== null && `, ${queueWords(job.queue_position)}`}
      </p>
      <Timeline steps={timeline(job, elapsed, Date.now())} />
      {detail?.phase === 'search' && (
        <>
          <progress max={100} value={progress} aria-label="Progress of the solve" />
          <p class="quiet">
            {progress} % of the time or of the gap, whichever is further: the search ends at a gap of{' '}
            {percent(target_gap)} or after {duration(time_limit_s)}.
          </p>
        </>
      )}
      <dl class="figures">
        <Figure name="Time" value={duration(detail && elapsed)} note={`limit ${duration(time_limit_s)}`} />
        {!isGuest && <ExpectedTime job={job} />}
        <Figure name="Best objective" value={money(newest.incumbent)} />
        <Figure name="Proven bound" value={money(newest.bound)} />
        <Figure name="Gap" value={percent(gapOf(newest))} note={`ends at ${percent(target_gap)}`} />
        {size && (
          <Figure
            name="Model"
            value={`${count(size.rows)} × ${count(size.columns)}`}
            note={`rows × columns, ${count(size.integers)} integer`}
          />
        )}
      </dl>
      <Convergence points={points} elapsed={elapsed} />
      <ul class="plain quiet" aria-label="Newest lines of the search">
        {points.slice(-NEWEST_LINES).reverse().map(logLine)}
      </ul>
    </Card>
  );
}

const NOTHING_YET: Point = { elapsed_s: 0, incumbent: null, bound: null };
const TICK_MS = 1000;

/** Run time, s, that continues to grow between two status reports. `reported`: run time in the last report, s. */
function useElapsed({ status }: Job, reported: number): number {
  const [, tick] = useState(0);
  useEvery(TICK_MS, () => tick((count) => count + 1));
  const heard = useRef<Heard>(undefined);
  if (status !== 'running') return reported;
  heard.current = heardAt(heard.current, reported, Date.now());
  return elapsedAt(heard.current, Date.now());
}

const NEWEST_LINES = 4;

const logLine = ({ elapsed_s, incumbent, bound }: Point) => (
  <li key={elapsed_s}>
    {duration(elapsed_s)}: best {money(incumbent)}, bound {money(bound)}
  </li>
);

const TONES = { done: 'good', now: 'info', next: 'quiet' } as const;

const Timeline = ({ steps }: { readonly steps: ReturnType<typeof timeline> }) => (
  <ol class="about plain" aria-label="Phases of the solve">
    {steps.map(({ text, state, seconds }) => (
      <li key={text} aria-current={state === 'now' ? 'step' : undefined}>
        <Badge text={state === 'done' ? `✓ ${text}` : text} tone={TONES[state]} />{' '}
        {seconds !== undefined && <small>{duration(seconds)}</small>}
      </li>
    ))}
  </ol>
);

/** Number of earlier jobs from which the median is computed. */
const MOST_EARLIER = 20;

function ExpectedTime({ job }: { readonly job: Job }) {
  const { data: earlier = [] } = useLoad(
    async (signal) => {
      const { scenario_id, job_type } = job;
      const query = { scenario_id, job_type, status: 'completed', limit: MOST_EARLIER } as const;
      return (await data(api.GET('/api/modules/analyst/solve', { params: { query }, signal }))).jobs;
    },
    [job.job_id],
  );
  const expected = expectedTime(job, earlier);
  if (!expected) return null;
  const { seconds, jobs } = expected;
  const note = `judging by the last ${jobs === 1 ? 'job' : `${count(jobs)} jobs`}`;
  return <Figure name="Expected" value={`About ${aboutDuration(seconds)}`} note={note} />;
}

/** Estimated duration in words, rounded to seconds. */
const aboutDuration = (seconds: number): string => duration(Math.max(1, Math.round(seconds)));

interface ConvergenceProps {
  readonly points: readonly Point[];
  readonly elapsed: number;
}

export function Convergence({ points, elapsed }: ConvergenceProps) {
  const option = useMemo(() => convergenceOption(points, elapsed), [points, elapsed]);
  const last = points.at(-1);
  if (!last) return <p>The chart starts with the first proven bound.</p>;
  const label = `Best objective and proven bound over time: ${money(last.incumbent)} and ${money(last.bound)} after ${duration(last.elapsed_s)}`;
  return <Chart label={label} option={option} height={260} />;
}

function EndButtons({ job, mayStop }: { readonly job: Job; readonly mayStop: boolean }) {
  const params = { path: { job_id: job.job_id } };
  const [isAccepted, setIsAccepted] = useState(false);
  const stop = useAction(async () => {
    await data(api.POST('/api/modules/analyst/solve/{job_id}/stop', { params }));
    setIsAccepted(true);
  });
  const isStopping = isAccepted || stop.isBusy;
  return (
    <>
      {stop.problem && <ProblemNotice problem={stop.problem} />}
      <EndNoticeSwitch />
      <button
        type="button"
        disabled={!mayStop}
        aria-disabled={isStopping}
        title={mayStop ? undefined : 'No schedule yet'}
        onClick={() => !isStopping && stop.run()}
      >
        {isStopping ? 'Stopping…' : 'Stop and take the best so far'}
      </button>
      {isStopping && (
        <span role="status" class="quiet">
          The search ends; its best schedule is then priced and verified.
        </span>
      )}
      <ConfirmButton
        text="Cancel job"
        question="Cancel this job?"
        work={async () => {
          await data(api.DELETE('/api/modules/analyst/solve/{job_id}', { params }));
        }}
      >
        The solve ends without a result.
      </ConfirmButton>
    </>
  );
}
