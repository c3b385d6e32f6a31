/**
 * The engine as its callers see it. Each attempt runs in a process of its own, so that nothing blocks the caller's
 * event loop, and a crash of the solver ends only that process; the result is then the best schedule so far. The
 * promise settles within 4 s of the time limit, within 9 s while a schedule is being checked, and within 2 s of an
 * abort.
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

/** Time after the time limit at which a process is killed, s. */
const END_AFTER_S = 1.5;
/** Time for a second process to price the last incumbent, s. */
const FINISH_S = 2;

interface EngineSettings extends Partial<Pick<Means, 'processes'>> {
  /** Memory limit of the process of an attempt, MB. */
  readonly memoryMb: number;
  /** Commands of executables that replace the default ones. */
  readonly commands?: SolverCommands;
}

export function createEngine({ memoryMb, commands = {}, processes }: EngineSettings): Engine {
  const means: Means = { processes: processes ?? createEngineProcesses(memoryMb), commands };
  return (request, watch) => run(means, request, watch);
}

async function run(means: Means, request: EngineRequest, watch: EngineWatch): Promise<SolveResult> {
  watch.signal.throwIfAborted();
  const state: SolveState = {
    phase: 'loading',
    bound: request.start?.bound ?? -Infinity,
    incumbent: request.start,
  };
  const result = await answer(means, request, watch, state);
  const end_reason = endReasonOf(result, result.end_reason ?? (request.finish ? 'stopped' : 'time_limit'));
  const ended = { ...result, end_reason };
  return result.termination_status === 'TIMEOUT' ? withTimeoutReason(ended, request, state) : ended;
}

/** The best figures that the process of a solve has reported so far. */
interface SolveState {
  phase: Phase;
  bound: number;
  incumbent: Incumbent | undefined;
  reserve?: SolveResult;
}

const recordingWatch = (state: SolveState, watch: EngineWatch): EngineWatch => ({
  ...watch,
  onProgress(progress) {
    state.phase = progress.phase;
    state.bound = Math.max(state.bound, progress.bound ?? -Infinity);
    watch.onProgress(progress);
  },
  onReserve(result) {
    state.reserve = result;
  },
  onIncumbent(incumbent) {
    if (incumbent.objective >= (state.incumbent?.objective ?? Infinity)) return;
    state.incumbent = incumbent;
    watch.onIncumbent(incumbent);
  },
});

const withTimeoutReason = (result: SolveResult, request: EngineRequest, state: SolveState): SolveResult => ({
  ...result,
  warnings: [
    ...(result.warnings ?? []),
    isEarly(result, request)
      ? wasteReason(request)
      : timeoutReason(request, state.incumbent ? 'pricing' : state.phase),
  ],
});

async function answer(
  means: Means,
  request: EngineRequest,
  watch: EngineWatch,
  state: SolveState,
): Promise<SolveResult> {
  const clock = startClock(request.timeLimitS);
  const endAfterS = request.timeLimitS + END_AFTER_S;
  const outcome = await attempt(means, request, endAfterS, recordingWatch(state, watch)).catch(
    fitCrashIn(request, state),
  );
  const crash = outcome instanceof EngineError ? outcome : undefined;
  const result = outcome instanceof EngineError ? undefined : outcome;
  if (result?.termination_status === 'INFEASIBLE') return result;
  const first = cheaper(result, state.reserve);
  const finished =
    request.finish || isBest(first, state)
      ? undefined
      : await finish(means, request, state, crash ? Math.max(FINISH_S, clock.leftS()) : FINISH_S, watch);
  if (finished instanceof EngineError && !first) throw crash ?? finished;
  const best = finished instanceof EngineError ? first : cheaper(finished, first);
  const schedule = best && best !== result ? ofSearch(best, clock.elapsedS(), result) : best;
  if (crash) return afterCrash(schedule, state, request, crash);
  if (!schedule) return { ...timeoutResult(state.bound, [], await facts(request)), certificate: null };
  return bounded(schedule, state, request);
}

/** The result made before the search or by a second process, with the duration and the end reason of the search. */
const ofSearch = (schedule: SolveResult, searchS: number, search: SolveResult | undefined): SolveResult => ({
  ...schedule,
  solve_time_s: wholeMilliseconds(searchS),
  ...(search?.end_reason && { end_reason: search.end_reason }),
});

/**
 * True if `candidate` is the best schedule. False if the process did not stop by itself, crashed, or had no time to
 * dispatch its incumbent.
 */
function isBest(candidate: SolveResult | undefined, { incumbent }: SolveState): boolean {
  const best = incumbent?.objective ?? Infinity;
  return candidate !== undefined && costOf(candidate) <= best + ROUNDING * Math.abs(best);
}

const bounded = (
  result: SolveResult,
  { bound }: SolveState,
  { jobType, mipGap }: EngineRequest,
): SolveResult => (jobType === 'ed' ? result : withBound(result, bound, mipGap));

function afterCrash(
  best: SolveResult | undefined,
  state: SolveState,
  request: EngineRequest,
  crash: EngineError,
): SolveResult {
  if (!best || best.objective_value === null) throw crash;
  const why = `The search ended early with the best schedule so far: ${crash.message}`;
  const result = bounded(best, state, request);
  return { ...result, end_reason: 'memory', warnings: [...(result.warnings ?? []), why] };
}

const cheaper = (a: SolveResult | undefined, b: SolveResult | undefined): SolveResult | undefined =>
  a && b ? (costOf(a) <= costOf(b) ? a : b) : (a ?? b);

const costOf = ({ objective_value }: SolveResult): number => objective_value ?? Infinity;

/** An executable that crashes before it has a schedule is probably installed badly, so its error is thrown too. */
const fitCrashIn =
  ({ solver }: EngineRequest, state: SolveState) =>
  (error: unknown): EngineError => {
    const crash = crashIn(error);
    if (solver !== 'highs' && !state.incumbent && !state.reserve) throw crash;
    return crash;
  };

/** The error of a crashed solver. Throws any other error. */
function crashIn(error: unknown): EngineError {
  if (error instanceof EngineError && error.code === 'SOLVER_ERROR') return error;
  throw error;
}

/**
 * Dispatches the best schedule, which takes less memory than the search that crashed; without one, makes a schedule by
 * priority list. Its progress is not reported, since it would lag behind the progress of the search.
 */
const finish = (
  means: Means,
  request: EngineRequest,
  { incumbent: start }: SolveState,
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

/** Phase -> state of the solve, for the message of a timeout. */
const UNDONE: Readonly<Record<Phase, string>> = {
  loading: 'its solver was still starting',
  building: 'its model was still being built',
  relaxation: 'its linear relaxation did not end',
  search: 'the search had not found one yet',
  pricing: 'a commitment was found, but its dispatch was not finished',
  verifying: 'the schedule was still being checked',
  saving: 'the schedule was still being checked',
};

/** True if the search of a case with losses ended early, with most of its time left. */
const isEarly = ({ solve_time_s }: SolveResult, { payload, timeLimitS }: EngineRequest): boolean =>
  payload.options?.losses === true && solve_time_s < timeLimitS / 2;

/**
 * Reason for an early end of a search without a schedule. Tangents bound losses only from below, so a model may waste
 * surplus energy as losses. If a search ends early because every dispatch wastes energy, more time would not help.
 */
const wasteReason = (request: EngineRequest): string =>
  `No schedule for ${sizeOf(request).join(', ')}: in some hour supply cannot be reduced to the load, and the lines lose less than the surplus. What helps: units and renewables that may give less, storage that may charge, or options.losses = false, which shows where`;

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

/**
 * Message for a solve that ends at its time limit without a schedule: the phase that it reached, and how to change the
 * request.
 */
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
