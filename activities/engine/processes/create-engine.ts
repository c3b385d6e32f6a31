/**
 * The engine as its callers see it: an attempt has a process to itself, so that nothing blocks the
 * caller's event loop and a crash of the solver stays inside: what it had found by then is the answer. Whatever the
 * solver does, the promise settles within 4 s of the time limit, within 9 s where a schedule is being checked, and within 2 s
 * of an abort.
 */
import { periodsName } from '../../../temporal/case/arithmetic/interval-words.ts';
import { toldTime } from '../../../temporal/case/arithmetic/intervals.ts';
import { wholeMilliseconds } from '../../../temporal/case/arithmetic/rounded.ts';
import { endReasonOf } from '../../../temporal/case/messages/end-reason.ts';
import type { Phase } from '../../../temporal/case/messages/job.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { SolverCommands } from '../../../temporal/solvers.ts';
import { highsLibrary } from '../../solvers/highs/library.ts';
import {
  type Engine,
  EngineError,
  type EngineRequest,
  type EngineWatch,
  type Incumbent,
} from '../base/engine.ts';
import { startClock } from '../base/solve.ts';
import { ROUNDING, timeoutResult, withBound } from '../result/result.ts';
import { attempt, createEngineProcesses, type Means } from './engine-processes.ts';

/** So long after the time limit a process is ended, s. */
const END_AFTER_S = 1.5;
/** What is left for a second process to price the last incumbent, s. */
const FINISH_S = 2;

interface EngineSettings extends Partial<Pick<Means, 'processes'>> {
  /** Memory of the process of one attempt, MB. */
  readonly memoryMb: number;
  /** Executables that are not called as usual. */
  readonly commands?: SolverCommands;
}

export function createEngine({ memoryMb, commands = {}, processes }: EngineSettings): Engine {
  const means: Means = { processes: processes ?? createEngineProcesses(memoryMb), commands };
  return (request, watch) => run(means, request, watch);
}

async function run(means: Means, request: EngineRequest, watch: EngineWatch): Promise<SolveResult> {
  watch.signal.throwIfAborted();
  const seen: Seen = { phase: 'loading', bound: request.start?.bound ?? -Infinity, incumbent: request.start };
  const result = await answer(means, request, watch, seen);
  const end_reason = endReasonOf(result, result.end_reason ?? (request.finish ? 'stopped' : 'time_limit'));
  const ended = { ...result, end_reason };
  return result.termination_status === 'TIMEOUT' ? withTimeoutReason(ended, request, seen) : ended;
}

/** The best that the process of a solve has told so far. */
interface Seen {
  phase: Phase;
  bound: number;
  incumbent: Incumbent | undefined;
  reserve?: SolveResult;
}

const remembering = (seen: Seen, watch: EngineWatch): EngineWatch => ({
  ...watch,
  onProgress(progress) {
    seen.phase = progress.phase;
    seen.bound = Math.max(seen.bound, progress.bound ?? -Infinity);
    watch.onProgress(progress);
  },
  onReserve(result) {
    seen.reserve = result;
  },
  onIncumbent(incumbent) {
    if (incumbent.objective >= (seen.incumbent?.objective ?? Infinity)) return;
    seen.incumbent = incumbent;
    watch.onIncumbent(incumbent);
  },
});

const withTimeoutReason = (result: SolveResult, request: EngineRequest, seen: Seen): SolveResult => ({
  ...result,
  warnings: [
    ...(result.warnings ?? []),
    isEarly(result, request)
      ? wasteReason(request)
      : timeoutReason(request, seen.incumbent ? 'pricing' : seen.phase),
  ],
});

async function answer(
  means: Means,
  request: EngineRequest,
  watch: EngineWatch,
  seen: Seen,
): Promise<SolveResult> {
  const clock = startClock(request.timeLimitS);
  const endAfterS = request.timeLimitS + END_AFTER_S;
  const outcome = await attempt(means, request, endAfterS, remembering(seen, watch)).catch(
    fitCrashIn(request, seen),
  );
  const crash = outcome instanceof EngineError ? outcome : undefined;
  const result = outcome instanceof EngineError ? undefined : outcome;
  if (result?.termination_status === 'INFEASIBLE') return result;
  const first = cheaper(result, seen.reserve);
  const finished =
    request.finish || isBest(first, seen)
      ? undefined
      : await finish(means, request, seen, crash ? Math.max(FINISH_S, clock.leftS()) : FINISH_S, watch);
  if (finished instanceof EngineError && !first) throw crash ?? finished;
  const best = finished instanceof EngineError ? first : cheaper(finished, first);
  const schedule = best && best !== result ? ofSearch(best, clock.elapsedS(), result) : best;
  if (crash) return afterCrash(schedule, seen, request, crash);
  if (!schedule) return { ...timeoutResult(seen.bound, [], await facts(request)), certificate: null };
  return bounded(schedule, seen, request);
}

/** A schedule of its reserve, or of a second process: it is the search that took the time, and ended for a reason. */
const ofSearch = (schedule: SolveResult, searchS: number, search: SolveResult | undefined): SolveResult => ({
  ...schedule,
  solve_time_s: wholeMilliseconds(searchS),
  ...(search?.end_reason && { end_reason: search.end_reason }),
});

/** False where the process did not stop by itself, crashed, or could not dispatch in time what it had found. */
function isBest(kept: SolveResult | undefined, { incumbent }: Seen): boolean {
  const best = incumbent?.objective ?? Infinity;
  return kept !== undefined && costOf(kept) <= best + ROUNDING * Math.abs(best);
}

const bounded = (result: SolveResult, { bound }: Seen, { jobType, mipGap }: EngineRequest): SolveResult =>
  jobType === 'ed' ? result : withBound(result, bound, mipGap);

function afterCrash(
  found: SolveResult | undefined,
  seen: Seen,
  request: EngineRequest,
  crash: EngineError,
): SolveResult {
  if (!found || found.objective_value === null) throw crash;
  const why = `The search ended early, with the best schedule that there was: ${crash.message}`;
  const result = bounded(found, seen, request);
  return { ...result, end_reason: 'memory', warnings: [...(result.warnings ?? []), why] };
}

const cheaper = (a: SolveResult | undefined, b: SolveResult | undefined): SolveResult | undefined =>
  a && b ? (costOf(a) <= costOf(b) ? a : b) : (a ?? b);

const costOf = ({ objective_value }: SolveResult): number => objective_value ?? Infinity;

/** An executable that crashes at once is installed badly, which a schedule without it would hide: its error is thrown, too. */
const fitCrashIn =
  ({ solver }: EngineRequest, seen: Seen) =>
  (error: unknown): EngineError => {
    const crash = crashIn(error);
    if (solver !== 'highs' && !seen.incumbent && !seen.reserve) throw crash;
    return crash;
  };

/** The error of a solver that crashed; throws any other. */
function crashIn(error: unknown): EngineError {
  if (error instanceof EngineError && error.code === 'SOLVER_ERROR') return error;
  throw error;
}

/**
 * The dispatch of the best schedule, which takes less memory than a search that crashed; a schedule by priority list where
 * there was none. Its progress lies behind what was shown of the search.
 */
const finish = (
  means: Means,
  request: EngineRequest,
  { incumbent: start }: Seen,
  timeLimitS: number,
  { signal }: EngineWatch,
): Promise<SolveResult | EngineError | undefined> =>
  attempt(means, { ...request, ...(start && { start }), finish: true, timeLimitS }, timeLimitS, {
    signal,
    onProgress: () => undefined,
    onIncumbent: () => undefined,
  }).catch(crashIn);

const facts = async ({ payload, solver, timeLimitS, mipGap }: EngineRequest) => ({
  solver,
  solver_version: solver === 'highs' ? (await highsLibrary()).version : 'unknown',
  solve_time_s: timeLimitS,
  mipGap,
  ...toldTime(payload),
});

/** What was not done in this phase yet. */
const UNDONE: Readonly<Record<Phase, string>> = {
  loading: 'its solver was still starting',
  building: 'its model was still being built',
  relaxation: 'its linear relaxation did not end',
  search: 'the search had found none yet',
  pricing: 'a commitment was found, but its dispatch was not finished',
  verifying: 'the schedule was still being checked',
  saving: 'the schedule was still being checked',
};

/** Whether a search of a case with losses ended although most of its time was left. */
const isEarly = ({ solve_time_s }: SolveResult, { payload, timeLimitS }: EngineRequest): boolean =>
  payload.options?.losses === true && solve_time_s < timeLimitS / 2;

/**
 * Tangents bound losses from below, so that a model may lose what it has too much of. A dispatch without such waste is then the
 * one thing that the search did not find, and more time would not find it.
 */
const wasteReason = (request: EngineRequest): string =>
  `No schedule for ${sizeOf(request).join(', ')}: in some hour supply cannot come down to the load, and lines lose less than what is left. What helps: units and renewables that may give less, storage that may charge, or options.losses = false, which says where`;

const contingenciesOf = ({ payload, jobType }: EngineRequest) =>
  jobType === 'scuc' ? (payload.contingencies ?? []) : [];

function sizeOf(request: EngineRequest): string[] {
  const { generators, horizon, interval_minutes } = request.payload;
  const { length } = contingenciesOf(request);
  return [
    `${generators.length} units`,
    `${horizon} ${periodsName(interval_minutes)}`,
    ...(length > 0 ? [`${length} contingencies`] : []),
  ];
}

/** Why a solve has no schedule when its time is over, and what to change. */
function timeoutReason(request: EngineRequest, phase: Phase): string {
  const { payload, jobType, timeLimitS } = request;
  const { horizon, interval_minutes, options } = payload;
  const contingencies = contingenciesOf(request);
  const advice = [
    'a longer timeout',
    ...(horizon > 1
      ? [
          interval_minutes === undefined || interval_minutes === 60
            ? 'fewer hours'
            : 'fewer or longer intervals',
        ]
      : []),
    ...(contingencies.length > 0 ? ['fewer contingencies'] : []),
    ...(options?.unserved_energy_usd_per_mwh === undefined
      ? ['a price for load that may be shed (options.unserved_energy_usd_per_mwh)']
      : []),
    ...(jobType === 'ed' ? [] : ['a start from a similar job (options.warm_start_job_id)']),
  ];
  const limit = Number(timeLimitS.toFixed(1));
  return `No schedule within ${limit} s for ${sizeOf(request).join(', ')}: ${UNDONE[phase]}. What helps: ${advice.join(', ')}`;
}
