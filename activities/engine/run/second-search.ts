/**
 * A second search helps a long one on a slot that nobody needs. It searches the whole commitment at once, where the
 * first one searches parts of it: what one finds and what the other proves may close the gap together.
 */
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import { startClock } from '../base/clock.ts';
import type { EngineRequest, EngineWatch, Incumbent, Lend } from '../base/engine.ts';
import { relativeGap } from '../search/kernels/search-state.ts';
import { attempt, type Means } from './engine-processes.ts';

/** Most solves have ended by then, s. */
const HELP_AFTER_S = 4;
/** Between two looks for a slot that is free, s. */
const LOOK_AGAIN_S = 1;
/** Kept for the dispatch of what both have found: this much of the limit, within bounds, s. */
const KEPT_SHARE = 0.1;
const LEAST_KEPT_S = 1;
const MOST_KEPT_S = 5;

type Progress = Parameters<EngineWatch['onProgress']>[0];

/** What one search knows. */
interface Known {
  best?: Incumbent;
  bound: number;
}

/** Why the first search is ended: the second one has the answer, or both have what makes one. */
class Helped {
  readonly result: SolveResult | undefined;

  constructor(result?: SolveResult) {
    this.result = result;
  }
}

/** An attempt as in engine-processes.ts, with help where `lend` has a slot for it. */
export async function attemptWithHelp(
  means: Means,
  request: EngineRequest,
  endAfterS: number,
  watch: EngineWatch,
): Promise<SolveResult | undefined> {
  const { lend, helpAfterS = HELP_AFTER_S } = means;
  if (!lend || !isHelped(request, helpAfterS)) return attempt(means, request, endAfterS, watch);
  const clock = startClock(request.timeLimitS);
  const over = new AbortController();
  const signal = AbortSignal.any([watch.signal, over.signal]);
  const first: Known = { bound: -Infinity, ...(request.start && { best: request.start }) };
  const second: Known = { bound: -Infinity };
  const end = (why: Helped): void => over.abort(why);
  let shown = request.start?.objective ?? Infinity;
  /** Both may find the same schedule, and its dispatch at the end is not news. */
  const onBetter: EngineWatch['onIncumbent'] = (found) => {
    if (found.objective >= shown) return;
    shown = found.objective;
    watch.onIncumbent(found);
  };

  const follow = (own: Known, show: (progress: Progress) => void): EngineWatch => ({
    signal,
    onProgress(progress) {
      own.bound = Math.max(own.bound, progress.bound ?? -Infinity);
      show(progress);
      if (isJoined(first, second, request.mipGap)) end(new Helped());
    },
    onIncumbent(found) {
      if (found.objective >= (own.best?.objective ?? Infinity)) return;
      own.best = found;
      onBetter({ ...found, bound: joint(first, second).bound });
      showBoth();
      if (isJoined(first, second, request.mipGap)) end(new Helped());
    },
  });
  let seen: Progress | undefined;
  const showBoth = (): void => {
    if (seen) watch.onProgress(withJoint(seen, joint(first, second)));
  };
  const showFirst = (progress: Progress): void => {
    seen = progress;
    showBoth();
  };
  /** Phase and nodes are the first one's, as soon as it has told any. */
  const showSecond = (progress: Progress): void => {
    seen ??= progress;
    showBoth();
  };

  const help = async (wanted: AbortSignal): Promise<void> => {
    const start = joint(first, second).best;
    const timeLimitS = clock.leftS();
    const result = await attempt(
      means,
      { ...request, whole: true, timeLimitS, ...(start && { start }) },
      timeLimitS,
      { ...follow(second, showSecond), signal: AbortSignal.any([signal, wanted]) },
    );
    if (result && isProven(result)) end(new Helped(result));
  };
  const stopLooking = whileIdle(lend, help, helpAfterS);
  const keptS = Math.min(MOST_KEPT_S, Math.max(LEAST_KEPT_S, KEPT_SHARE * request.timeLimitS));
  const lastCall = setTimeout(
    () => {
      if (gapOf(joint(first, second)) < gapOf(first)) end(new Helped());
    },
    (request.timeLimitS - keptS) * 1000,
  );
  try {
    return await attempt(means, request, endAfterS, { ...watch, ...follow(first, showFirst) });
  } catch (error) {
    if (!(error instanceof Helped)) throw error;
    if (error.result) return error.result;
    const timeLimitS = Math.max(LEAST_KEPT_S, clock.leftS());
    const { best, bound } = joint(first, second);
    const joined = { ...request, timeLimitS, finish: true, ...(best && { start: { ...best, bound } }) };
    return await attempt(means, joined, timeLimitS, { ...watch, onIncumbent: onBetter });
  } finally {
    clearTimeout(lastCall);
    stopLooking();
    over.abort();
  }
}

const isHelped = (
  { solver, jobType, finish, repeatable, timeLimitS }: EngineRequest,
  helpAfterS: number,
): boolean => solver === 'highs' && jobType !== 'ed' && !finish && !repeatable && timeLimitS > helpAfterS;

const isProven = ({ termination_status }: SolveResult): boolean =>
  termination_status === 'OPTIMAL' || termination_status === 'INFEASIBLE';

function joint(first: Known, second: Known): Known {
  const [a, b] = [first.best, second.best];
  const best = (b?.objective ?? Infinity) < (a?.objective ?? Infinity) ? b : a;
  return { bound: Math.max(first.bound, second.bound), ...(best && { best }) };
}

const gapOf = ({ best, bound }: Known): number =>
  best && Number.isFinite(bound) ? relativeGap(best.objective, bound) : Infinity;

/** Together they have closed the gap; one that has closed it alone ends by itself. */
const isJoined = (first: Known, second: Known, mipGap: number): boolean =>
  gapOf(joint(first, second)) <= mipGap && gapOf(first) > mipGap && gapOf(second) > mipGap;

function withJoint(seen: Progress, { best, bound }: Known): Progress {
  const incumbent = Math.min(seen.incumbent ?? Infinity, best?.objective ?? Infinity);
  if (!Number.isFinite(incumbent) || !Number.isFinite(bound)) return seen;
  return { ...seen, incumbent, bound, mip_gap: relativeGap(incumbent, bound) };
}

/** Runs `help` whenever there is a slot for it, until it has ended by itself or the returned function is called. */
function whileIdle(lend: Lend, help: (wanted: AbortSignal) => Promise<void>, helpAfterS: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  const lookAfter = (seconds: number): void => {
    timer = setTimeout(look, seconds * 1000);
  };
  const look = (): void => {
    const wanted = new AbortController();
    const giveBack = lend(() => wanted.abort());
    if (!giveBack) {
      lookAfter(LOOK_AGAIN_S);
      return;
    }
    help(wanted.signal)
      // Help that fails is none; the first search has its own answer.
      .catch(() => undefined)
      .finally(() => {
        giveBack();
        if (wanted.signal.aborted && timer) lookAfter(LOOK_AGAIN_S);
      });
  };
  lookAfter(helpAfterS);
  return () => {
    clearTimeout(timer);
    timer = undefined;
  };
}
