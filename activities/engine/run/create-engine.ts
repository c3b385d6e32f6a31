/**
 * The engine as its callers see it: an attempt has a process to itself, so that nothing blocks the
 * caller's event loop and a crash of the solver stays inside: what it had found by then is the answer. Whatever the
 * solver does, the promise settles within 4 s of the time limit, within 9 s where a schedule is being checked, and within 2 s
 * of an abort.
 */
import { periodsName } from '../../../temporal/case/arithmetic/interval-words.ts';
import { toldTime } from '../../../temporal/case/arithmetic/intervals.ts';
import { wholeMilliseconds } from '../../../temporal/case/arithmetic/rounded.ts';
import type { Phase } from '../../../temporal/case/messages/job.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { SolverCommands } from '../../../temporal/solvers.ts';
import { highsLibrary } from '../../solvers/highs/library.ts';
import { startClock } from '../base/clock.ts';
import {
  type Engine,
  EngineError,
  type EngineRequest,
  type EngineWatch,
  type Incumbent,
  type Lend,
} from '../base/engine.ts';
import { ROUNDING, timeoutResult, withBound } from '../result/result.ts';
import { attempt, createEngineProcesses, type Means } from './engine-processes.ts';
import { attemptWithHelp } from './second-search.ts';
import { forwardOnly } from './solve-watch.ts';

/** So long after the time limit a process is ended, s. */
const END_AFTER_S = 1.5;
/** What is left for a second process to price the last incumbent, s. */
const FINISH_S = 2;

interface EngineSettings extends Partial<Pick<Means, 'processes'>> {
  /** Memory of the process of one attempt, MB. */
  readonly memoryMb: number;
  /** Executables that are not called as usual. */
  readonly commands?: SolverCommands;
  /** Slots that nobody needs, on which long solves are helped; absent = each solve keeps to one thread. */
  readonly lend?: Lend;
}

export function createEngine({ memoryMb, commands = {}, lend, processes }: EngineSettings): Engine {
  const means: Means = { processes: processes ?? createEngineProcesses(memoryMb), commands, lend };
  return (request, watch) => run(means, request, watch);
}

async function run(means: Means, request: EngineRequest, watch: EngineWatch): Promise<SolveResult> {
  let seen: Seen = { phase: 'loading', bound: null };
  const forward = forwardOnly(watch.onProgress);
  const result = await answer(means, request, {
    ...watch,
    onProgress(progress) {
      seen = progress;
      forward(progress);
    },
  });
  return result.termination_status === 'TIMEOUT' ? withTimeoutReason(result, request, seen) : result;
}

/** What the last progress said. */
type Seen = Pick<Parameters<EngineWatch['onProgress']>[0], 'phase' | 'bound'>;

const withTimeoutReason = (
  result: SolveResult,
  request: EngineRequest,
  { phase, bound }: Seen,
): SolveResult => ({
  ...result,
  lower_bound_usd: result.lower_bound_usd ?? bound,
  warnings: [...(result.warnings ?? []), timeoutReason(request, phase)],
});

async function answer(means: Means, request: EngineRequest, watch: EngineWatch): Promise<SolveResult> {
  watch.signal.throwIfAborted();
  let incumbent: Incumbent | undefined = request.start;
  let bound = incumbent?.bound ?? -Infinity;
  let reserve: SolveResult | undefined;
  const remember: EngineWatch = {
    ...watch,
    onProgress(progress) {
      bound = Math.max(bound, progress.bound ?? -Infinity);
      watch.onProgress(progress);
    },
    onReserve(found) {
      reserve = found;
    },
    onIncumbent(found) {
      if (found.objective >= (incumbent?.objective ?? Infinity)) return;
      incumbent = found;
      watch.onIncumbent(found);
    },
  };
  const clock = startClock(request.timeLimitS);
  const outcome = await attemptWithHelp(means, request, request.timeLimitS + END_AFTER_S, remember).catch(
    (error: unknown) => {
      if (isCrash(error)) return error;
      throw error;
    },
  );
  const unfinished = incumbent && !request.finish && { ...request, start: incumbent, finish: true };
  if (outcome instanceof EngineError) {
    if (!unfinished) throw outcome;
    const crashedS = clock.elapsedS();
    const result = await finishCrashed(means, unfinished, Math.max(FINISH_S, clock.leftS()), watch, outcome);
    return afterSearch(result, crashedS);
  }
  if (outcome?.termination_status === 'INFEASIBLE') return outcome;
  // The process did not stop by itself, could not dispatch in time what it had found, or another search found better.
  const searchS = clock.elapsedS();
  const best = incumbent?.objective ?? Infinity;
  const kept = cheaper(outcome, reserve && { ...reserve, solve_time_s: wholeMilliseconds(searchS) });
  const isBest = kept && costOf(kept) <= best + ROUNDING * Math.abs(best);
  const finished = isBest || !unfinished ? undefined : await finish(means, unfinished, FINISH_S, watch);
  const found = cheaper(finished && afterSearch(finished, searchS), kept);
  if (!found) return { ...timeoutResult(bound, [], await facts(request)), certificate: null };
  return request.jobType === 'ed' ? found : withBound(found, bound, request.mipGap);
}

/** A result that a second process priced took the time of the search before it as well. */
const afterSearch = (result: SolveResult, searchS: number): SolveResult => ({
  ...result,
  solve_time_s: wholeMilliseconds(searchS + result.solve_time_s),
});

const cheaper = (a: SolveResult | undefined, b: SolveResult | undefined): SolveResult | undefined =>
  a && b ? (costOf(a) <= costOf(b) ? a : b) : (a ?? b);

const costOf = ({ objective_value }: SolveResult): number => objective_value ?? Infinity;

const isCrash = (error: unknown): error is EngineError =>
  error instanceof EngineError && error.code === 'SOLVER_ERROR';

const finish = (means: Means, request: EngineRequest, timeLimitS: number, watch: EngineWatch) =>
  attempt(means, { ...request, timeLimitS }, timeLimitS, watch);

/** Dispatching what was found takes less memory than the search that failed. */
async function finishCrashed(
  means: Means,
  request: EngineRequest,
  timeLimitS: number,
  watch: EngineWatch,
  crash: EngineError,
): Promise<SolveResult> {
  const found = await finish(means, request, timeLimitS, watch).catch((error: unknown) => {
    throw isCrash(error) ? crash : error;
  });
  if (!found || found.objective_value === null) throw crash;
  const why = `The search ended early, with the best schedule it had found: ${crash.message}`;
  return { ...found, warnings: [...(found.warnings ?? []), why] };
}

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

/** Why a solve has no schedule when its time is over, and what to change. */
function timeoutReason({ payload, jobType, timeLimitS }: EngineRequest, phase: Phase): string {
  const { generators, horizon, interval_minutes, options } = payload;
  const contingencies = jobType === 'scuc' ? (payload.contingencies ?? []) : [];
  const size = [
    `${generators.length} units`,
    `${horizon} ${periodsName(interval_minutes)}`,
    ...(contingencies.length > 0 ? [`${contingencies.length} contingencies`] : []),
  ];
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
  return `No schedule within ${limit} s for ${size.join(', ')}: ${UNDONE[phase]}. What helps: ${advice.join(', ')}`;
}
