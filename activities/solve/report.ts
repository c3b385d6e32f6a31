/**
 * Reports the progress of a solve to Temporal: by heartbeats, and by signals to the workflow when something has
 * changed.
 */
import { activityInfo, getClient, heartbeat, log } from '@temporalio/activity';
import { NOT_STARTED, type Phase, type Progress } from '../../temporal/case/messages/job.ts';
import type { Heartbeat, RunSolverInput } from '../../temporal/case/messages/solve-run.ts';
import { SOLVE_MESSAGE } from '../../temporal/names.ts';
import type { SolveObserver } from '../deps.ts';

/** Interval of heartbeats, ms. The response to a heartbeat delivers a cancellation. */
const HEARTBEAT_MS = 400;
/** Delay of the first signal, ms; shorter solves report only their end. */
const FIRST_MS = 200;
/**
 * Shortest time between signals, ms. Phases that change within it share a signal, since signals make the history grow.
 */
const PHASE_MS = 750;
/** Shortest time between signals within a phase, ms; the gap must also have halved. */
const SIGNAL_MS = 2000;
const SIGNAL_DEADLINE_MS = 5000;

/**
 * Last heartbeat before this attempt. It is from an earlier attempt of this activity, or from an activity whose worker
 * was lost.
 */
export const previousHeartbeat = ({ previous }: RunSolverInput): Heartbeat | undefined =>
  activityInfo().heartbeatDetails ?? previous;

interface Report {
  readonly startedAt: Date;
  /** Run time of all earlier attempts, s. */
  readonly earlierS: number;
  /** Run time of all attempts, this one included, s. */
  elapsedS(): number;
  /** Progress that the next attempt needs. */
  latest(): Heartbeat;
  phase(phase: Phase): void;
  progress(progress: Progress): void;
  end(): void;
}

export function startReporting(
  { timeLimitS, mipGap }: RunSolverInput,
  now: () => Date,
  previous: Heartbeat | undefined,
  observer?: SolveObserver,
): Report {
  const begunAt = now();
  const startedAt = previous ? new Date(previous.startedAt) : begunAt;
  const earlierS = previous?.progress.elapsed_s ?? 0;
  const elapsedS = (): number => earlierS + Math.round(now().getTime() - begunAt.getTime()) / 1000;
  const signal = signaller();
  let latest: Heartbeat = {
    schema: 1,
    startedAt: startedAt.toISOString(),
    starts: (previous?.starts ?? 0) + 1,
    percent: previous?.percent ?? 0,
    progress: {
      ...NOT_STARTED,
      elapsed_s: elapsedS(),
      begun: [{ phase: NOT_STARTED.phase, at_s: elapsedS() }],
    },
  };
  const show = (update: Progress): void => {
    const { phase, begun: phases = [] } = latest.progress;
    const at_s = elapsedS();
    const now = update.phase === phase ? phases : [...phases, { phase: update.phase, at_s }];
    const progress = { ...update, elapsed_s: at_s, begun: now };
    const percent = Math.max(latest.percent, percentOf(progress, timeLimitS, mipGap));
    latest = { ...latest, percent, progress };
    observer?.progress(progress);
    signal.offer(latest);
  };
  const current = (): Heartbeat => ({ ...latest, progress: { ...latest.progress, elapsed_s: elapsedS() } });
  let beat = setTimeout(() => {
    heartbeat(current());
    beat = setInterval(() => heartbeat(current()), HEARTBEAT_MS);
  }, FIRST_MS);
  show(latest.progress);
  return {
    startedAt,
    earlierS,
    elapsedS,
    latest: current,
    phase: (phase) => show({ ...latest.progress, phase }),
    progress: show,
    end: () => {
      clearInterval(beat);
      observer?.end();
      signal.end();
    },
  };
}

/**
 * Signals changes to the workflow. Each signal costs the workflow a task, so a quick solve reports only its end. If a
 * signal is lost, the next signal or the heartbeat makes up for it.
 */
function signaller() {
  const { workflowExecution } = activityInfo();
  const client = getClient();
  let sent: Heartbeat | undefined;
  let sentAt = Date.now();
  let later: NodeJS.Timeout | undefined;
  const send = (heartbeat: Heartbeat): void => {
    sent = heartbeat;
    sentAt = Date.now();
    client
      .withDeadline(sentAt + SIGNAL_DEADLINE_MS, () =>
        client.workflow
          .getHandle(workflowExecution?.workflowId ?? '')
          .signal(SOLVE_MESSAGE.progress, heartbeat),
      )
      .catch((error: unknown) => log.debug('progress signal lost', { error }));
  };
  return {
    offer(heartbeat: Heartbeat): void {
      const sinceMs = Date.now() - sentAt;
      if (sent && !isNews(sent.progress, heartbeat.progress, sinceMs)) return;
      const dueMs = (sent ? PHASE_MS : FIRST_MS) - sinceMs;
      clearTimeout(later);
      if (dueMs <= 0) send(heartbeat);
      else later = setTimeout(() => send(heartbeat), dueMs);
    },
    end: () => clearTimeout(later),
  };
}

function isNews(before: Progress, now: Progress, sinceMs: number): boolean {
  if (before.phase !== now.phase) return true;
  if (sinceMs < SIGNAL_MS) return false;
  if (before.incumbent === null && now.incumbent !== null) return true;
  return now.mip_gap !== null && (before.mip_gap === null || now.mip_gap < before.mip_gap / 2);
}

/**
 * Progress of a solve in percent at the beginning of each phase: 5 started, 15 model built, 20-90 searching, 95
 * pricing.
 */
const FLOOR: Readonly<Record<Phase, number>> = {
  loading: 5,
  building: 10,
  relaxation: 15,
  search: 20,
  pricing: 95,
  verifying: 95,
  saving: 95,
};
const SEARCH_END = 90;

/** Progress while searching: the larger of the share of time used and the share of the gap closed, scaled to 20..90. */
export function percentOf(progress: Progress, timeLimitS: number, targetGap: number): number {
  const floor = FLOOR[progress.phase];
  if (progress.phase !== 'search') return floor;
  const done = Math.max(progress.elapsed_s / timeLimitS, gapClosed(progress.mip_gap, targetGap));
  return Math.floor(floor + (SEARCH_END - floor) * Math.min(1, done));
}

/**
 * Share of the gap that has been closed: 0 at a gap of 100 %, 1 at the target. It is logarithmic between, so that each
 * halving of the gap counts the same.
 */
function gapClosed(gap: number | null, target: number): number {
  if (gap === null || gap >= 1) return 0;
  const least = Math.max(target, 1e-6);
  return gap <= least ? 1 : Math.log(gap) / Math.log(least);
}
