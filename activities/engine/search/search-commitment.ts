/** From a relaxation to the best schedule: kernels or branches where the units can be priced, else the whole MIP. */
import { searchBranches } from './branching/search-branches.ts';
import { dispatchFixed, dispatchStart } from './kernels/fixed-dispatch.ts';
import { runSearch } from './kernels/run-search.ts';
import { hasKernels, relaxUnits } from './kernels/search-kernels.ts';
import {
  type Dispatch,
  distanceToWhole,
  type FixedDispatch,
  type FoundSchedule,
  isClosed,
  isPriced,
  type Outcome,
  type Search,
  type SearchState,
} from './kernels/search-state.ts';
import { listedSchedule } from './listed-schedule.ts';

/** Kept for the last dispatch: this much of the limit, within bounds, s. */
const RESERVE_SHARE = 0.1;
const RESERVE_LEAST_S = 0.3;
const RESERVE_MOST_S = 5;

/** An integer variable that is this near a whole number has its value: rows are relaxed a little for rounding. */
const WHOLE = 1e-5;

/** `first`: what is known already. */
export async function searchCommitment(
  search: Search,
  relaxation: Dispatch,
  first?: SearchState,
): Promise<Outcome> {
  const { mipGap } = search;
  const leftS = searchTime(search);
  let state = await begin(search, relaxation, leftS, first);
  await useSpared(search, state, leftS);
  const { session } = search;
  for (;;) {
    if (isClosed(state, mipGap) || (state.best && leftS() <= 0)) return toOutcome(search, state);
    search.model.complete();
    const part = { session, start: state.best?.values, outside: Infinity, leastGain: 0, work: Infinity };
    const {
      outcome,
      secure,
      isCutShort,
      state: after,
    } = runSearch(search, state, part, Math.max(0.1, leftS()));
    state = after;
    if (isCutShort && leftS() > 0) continue;
    if (outcome === 'infeasible' && !state.best) return { kind: 'infeasible' };
    if (secure || outcome !== 'optimal' || leftS() <= 0) return toOutcome(search, state);
  }
}

/** Without a schedule at the end of its time the search may have more of it. */
async function useSpared(search: Search, { best }: SearchState, leftS: () => number): Promise<void> {
  if (!best && leftS() <= 0) await search.useSpared?.();
}

/** A warm start, and kernels where the units can be priced. */
async function begin(
  search: Search,
  relaxation: Dispatch,
  leftS: () => number,
  first: SearchState | undefined,
): Promise<SearchState> {
  if (first && isClosed(first, search.mipGap)) return first;
  // Many short runs: one long run for a solver that begins each anew.
  const relaxed = search.session.isIncremental ? relaxUnits(search, relaxation) : undefined;
  // After the units are priced: what it adds to the model has no price yet.
  const priced = relaxed && hasKernels(relaxed) ? relaxed : undefined;
  const started =
    search.warmStart?.(search, relaxation.primal, priced) ??
    dispatchStart(search) ??
    relaxedSchedule(search, relaxation);
  const state: SearchState = {
    best: started ? { ...started, objective: started.dispatch.objective } : first?.best,
    bound: Math.max(relaxation.objective, relaxed?.bound ?? -Infinity, first?.bound ?? -Infinity),
    nodes: 0,
  };
  if (started) search.watch.onIncumbent(started.dispatch.primal, started.dispatch.objective, state.bound);
  return relaxed ? searchBranches(search, relaxed, state, leftS) : state;
}

/** The relaxation itself, where it decides every hour of every unit: then there is nothing left to search. */
function relaxedSchedule(search: Search, { primal }: Dispatch): FixedDispatch | undefined {
  const { integers } = search;
  const isDecided = integers.columns.every((column) => distanceToWhole(primal[column] ?? 0) <= WHOLE);
  if (!isDecided) return undefined;
  const values = integers.valuesOf(primal);
  const dispatch = dispatchFixed(search, values);
  return dispatch && { values, dispatch };
}

/** Without the time to price it the schedule is as the search found it. */
async function toOutcome(search: Search, { best, bound, nodes, divisions }: SearchState): Promise<Outcome> {
  search.watch.onPhase('pricing');
  const priced = best && !isPriced(best.dispatch) ? dispatchFixed(search, best.values) : undefined;
  const dispatch =
    priced ?? best?.dispatch ?? finishStart(search)?.dispatch ?? (await listedSchedule(search))?.dispatch;
  if (!dispatch) return { kind: 'timeout', bound };
  return { kind: 'schedule', dispatch, bound, nodes, ...(divisions && { divisions }) };
}

/** The schedule of the given start, with the best of what it leaves open: it costs no more than when it was found. */
export function finishStart(search: Search): FoundSchedule | undefined {
  if (search.start) search.watch.onPhase('pricing');
  const started = dispatchStart({ ...search, mipGap: 0 });
  return started && { kind: 'schedule', dispatch: started.dispatch, bound: -Infinity, nodes: 0 };
}

/** Seconds left for searches. */
export function searchTime({ clock, session }: Search): () => number {
  const reserve = Math.min(RESERVE_MOST_S, Math.max(RESERVE_LEAST_S, RESERVE_SHARE * clock.limitS));
  return () => (session.isStopped() ? 0 : clock.leftS() - reserve);
}
