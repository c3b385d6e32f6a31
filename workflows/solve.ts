/**
 * One solve: the solver activity runs on the queue of the requested solver and records the end of the job. The workflow
 * records ends that the activity could not.
 */
import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  defineQuery,
  defineSignal,
  isCancellation,
  setHandler,
  TimeoutFailure,
} from '@temporalio/workflow';
import type {
  Heartbeat,
  RunSolverInput,
  SolveEnd,
  SolveInput,
  SolveState,
  SolveSummary,
} from '../temporal/case/messages/solve-run.ts';
import { ATTEMPT_LOST } from '../temporal/failures.ts';
import { SOLVE_MESSAGE } from '../temporal/names.ts';
import { endOf, errorOf, requireCompleted, showStatus } from './ending.ts';
import { records, solverActivities } from './proxies.ts';

const statusQuery = defineQuery<SolveState>(SOLVE_MESSAGE.status);
const progressSignal = defineSignal<[Heartbeat]>(SOLVE_MESSAGE.progress);
const stopSignal = defineSignal(SOLVE_MESSAGE.stop);

const QUEUED: SolveState = {
  status: 'queued',
  startedAt: null,
  finishedAt: null,
  percent: 0,
  progress: null,
  error: null,
};

export async function solve(input: SolveInput): Promise<SolveSummary> {
  let state = QUEUED;
  const search = new CancellationScope();
  setHandler(statusQuery, () => state);
  setHandler(progressSignal, (heartbeat) => {
    if (state.status === 'queued') showStatus('running');
    state = running(state, heartbeat);
  });
  let stopping = false;
  setHandler(stopSignal, () => {
    stopping = true;
    search.cancel();
  });

  const searchEnd = await outcome(input, search, () => stopping);
  const { end, finishedAt } = onRecord(searchEnd) ?? (await record(input, searchEnd, state));
  state = ended(state, end, finishedAt);
  showStatus(end.status);
  requireCompleted(end);
  return end.summary;
}

/**
 * Searches until there is a result, the time limit is reached or a stop is requested; a stop uses the incumbent of the
 * search.
 */
async function outcome(
  input: SolveInput,
  search: CancellationScope,
  stopping: () => boolean,
): Promise<SolveEnd> {
  try {
    const summary = await search
      .run(() => runAttempts({ ...input, finish: false }))
      .catch((error: unknown) => {
        if (isCancellation(error) && stopping()) return runAttempts({ ...input, finish: true });
        throw error;
      });
    return { status: 'completed', summary };
  } catch (error) {
    return endOf(error);
  }
}

/** The end as recorded; undefined when the solver activity did not record it. */
const onRecord = (end: SolveEnd) =>
  end.status === 'completed' && end.summary.finishedAt !== undefined
    ? { end, finishedAt: end.summary.finishedAt }
    : undefined;

/**
 * Records the end of the job, whatever is cancelled meanwhile: for clients, the job ends only with its record in
 * MongoDB.
 */
const record = ({ jobId, userId }: SolveInput, end: SolveEnd, state: SolveState) =>
  CancellationScope.nonCancellable(() =>
    records.finishJob({ jobId, userId, end, percent: percentAt(end, state) }),
  );

const running = (state: SolveState, { startedAt, percent, progress }: Heartbeat): SolveState => ({
  ...state,
  status: 'running',
  startedAt: state.startedAt ?? startedAt,
  percent: Math.max(state.percent, percent),
  progress,
});

const percentAt = (end: SolveEnd, { percent }: SolveState): number =>
  end.status === 'completed' ? 100 : percent;

const ended = (state: SolveState, end: SolveEnd, finishedAt: string): SolveState => ({
  ...state,
  status: end.status,
  finishedAt,
  percent: percentAt(end, state),
  error: errorOf(end),
});

/**
 * Number of starts up to which the next attempt of a job has priority. A job whose attempts were lost more often may
 * itself crash the workers.
 */
const MOST_STARTS_FIRST = 5;

/**
 * Runs attempts. The attempt after a lost one resumes from its incumbent with the remaining time, ahead of jobs that
 * have not begun, so that a lost attempt does not send the job to the end of the queue.
 */
async function runAttempts(input: RunSolverInput): Promise<SolveSummary> {
  let previous: Heartbeat | undefined;
  let goesFirst = input.finish;
  for (;;) {
    const { runSolver } = solverActivities(input.solver, input.timeLimitS, goesFirst);
    try {
      return await runSolver({ ...input, ...(previous && { previous }) });
    } catch (error) {
      const lost = lostAttempt(error);
      if (!lost) throw error;
      previous = lost.latest ?? previous;
      goesFirst = (previous?.starts ?? 0) <= MOST_STARTS_FIRST;
    }
  }
}

interface LostAttempt {
  /** The last heartbeat of the lost attempt. */
  readonly latest: Heartbeat | undefined;
}

/** The attempt that was lost; undefined if the attempt itself failed. */
function lostAttempt(error: unknown): LostAttempt | undefined {
  if (!(error instanceof ActivityFailure)) return undefined;
  const { cause } = error;
  return cause && isLoss(cause) ? { latest: detailsOf(cause) as Heartbeat | undefined } : undefined;
}

const isLoss = (cause: Error): boolean =>
  (cause instanceof TimeoutFailure && cause.timeoutType === 'HEARTBEAT') ||
  (cause instanceof ApplicationFailure && cause.type === ATTEMPT_LOST);

function detailsOf(cause: Error | undefined): unknown {
  if (cause instanceof TimeoutFailure) return cause.lastHeartbeatDetails;
  return cause instanceof ApplicationFailure ? cause.details?.[0] : undefined;
}
