/**
 * From a model to the best schedule within the time: the relaxation first, with flow limits added until none
 * is violated; then searches over the commitment. Each solution of a search is dispatched with its commitment
 * fixed and every violated limit added, which gives an upper bound and the prices; the bound of the search
 * stays valid, since its model was a relaxation. A new search is needed only while the gap is open.
 *
 * @module
 */
import type {
  PartialSolution,
  Relaxation,
  SearchProgress,
  Search as SearchResult,
  SolverSession,
} from '../solvers/solver.ts';
import type { Clock } from './clock.ts';
import type { IntegerColumns } from './integer-columns.ts';
import type { SecureModel } from './secure-model.ts';

export type Dispatch = Extract<Relaxation, { outcome: 'optimal' }>;

export type Outcome =
  | { readonly kind: 'schedule'; readonly dispatch: Dispatch; readonly bound: number; readonly nodes: number }
  | { readonly kind: 'infeasible' }
  /** The time ran out before there was a schedule. */
  | { readonly kind: 'timeout'; readonly bound: number | null };

export interface StrategyWatch {
  onPhase(phase: 'relaxation' | 'search' | 'pricing'): void;
  onProgress(progress: SearchProgress): void;
  onIncumbent(primal: Float64Array, objective: number, bound: number): void;
}

export interface Search {
  readonly session: SolverSession;
  readonly model: SecureModel;
  readonly integers: IntegerColumns;
  readonly mipGap: number;
  readonly start: PartialSolution | undefined;
  /** Finds a first schedule, given the solution of the relaxation. */
  readonly warmStart?: ((search: Search, relaxed: Float64Array) => Started | undefined) | undefined;
  readonly clock: Clock;
  readonly watch: StrategyWatch;
}

/** A schedule to begin with: values of the integer variables and their dispatch. */
export interface Started {
  readonly values: PartialSolution;
  readonly dispatch: Dispatch;
}

const NOTHING: PartialSolution = { columns: new Int32Array(), values: new Float64Array() };

/** Kept for the last dispatch: this much of the limit, within bounds, s. */
const RESERVE_SHARE = 0.1;
const RESERVE_LEAST_S = 0.3;
const RESERVE_MOST_S = 5;
/** A dispatch may take this long even when the time is over, because a search overran it, s. */
const DISPATCH_LEAST_S = 0.8;

export const relativeGap = (objective: number, bound: number): number =>
  objective === bound ? 0 : Math.max(0, objective - bound) / Math.max(Math.abs(objective), 1e-9);

export function findSchedule(search: Search): Outcome {
  const { model, integers, clock, watch } = search;
  watch.onPhase('relaxation');
  const relaxation = model.relax(clock);
  if (relaxation.outcome === 'infeasible') return { kind: 'infeasible' };
  if (relaxation.outcome !== 'optimal') return finishStart(search) ?? { kind: 'timeout', bound: null };
  if (integers.count === 0) {
    const dispatch = dispatchFixed(search, NOTHING);
    return dispatch
      ? { kind: 'schedule', dispatch, bound: relaxation.objective, nodes: 0 }
      : { kind: 'timeout', bound: relaxation.objective };
  }
  return searchCommitment(search, relaxation);
}

/** Dispatches the given start; searches only for the integer variables that it leaves open. */
export function finishStart(search: Search): Extract<Outcome, { kind: 'schedule' }> | undefined {
  const { start, model, integers, clock } = search;
  if (!start) return undefined;
  for (;;) {
    const values = start.columns.length < integers.count ? complete(search, start) : start;
    const rows = model.rows();
    const dispatch = values && dispatchFixed(search, values);
    if (dispatch) return { kind: 'schedule', dispatch, bound: Number.NEGATIVE_INFINITY, nodes: 0 };
    // What was completed without a flow limit may not fit within it.
    if (!values || model.rows() === rows || clock.leftS() <= 0) return undefined;
  }
}

/** Cheapest values of all integer variables with those of `start`, such as storage modes for a commitment. */
function complete({ session, model, integers, mipGap, clock }: Search, start: PartialSolution) {
  integers.fix(start);
  const relaxation = model.relax(atLeast(clock, DISPATCH_LEAST_S));
  const timeLimitS = Math.max(DISPATCH_LEAST_S, clock.leftS() / 2);
  const found =
    relaxation.outcome === 'optimal' && session.search({ timeLimitS, mipGap }, undefined, UNWATCHED);
  integers.release();
  return found && found.primal.length > 0 ? integers.valuesOf(found.primal) : undefined;
}

const UNWATCHED = { onProgress: () => undefined, onIncumbent: () => undefined };

const atLeast = (clock: Clock, leastS: number): Clock => ({
  ...clock,
  leftS: () => Math.max(leastS, clock.leftS()),
});

function searchCommitment(search: Search, relaxation: Dispatch): Outcome {
  const { session, mipGap, clock, watch } = search;
  const reserve = Math.min(RESERVE_MOST_S, Math.max(RESERVE_LEAST_S, RESERVE_SHARE * clock.limitS));
  const started = search.warmStart?.(search, relaxation.primal);
  let state: SearchState = {
    best: started?.dispatch,
    start: started?.values ?? search.start,
    bound: relaxation.objective,
    nodes: 0,
  };
  if (started) watch.onIncumbent(started.dispatch.primal, started.dispatch.objective, state.bound);
  if (started && relativeGap(started.dispatch.objective, state.bound) <= mipGap)
    return toOutcome(search, state);
  for (;;) {
    watch.onPhase('search');
    const { best, start, bound } = state;
    const timeLimitS = Math.max(0.1, clock.leftS() - reserve);
    const found = session.search({ timeLimitS, mipGap }, start, {
      onProgress: (seen) => watch.onProgress(merge(seen, best?.objective, bound)),
      onIncumbent: (primal, objective) => watch.onIncumbent(primal, objective, bound),
    });
    if (found.outcome === 'infeasible') return best ? toOutcome(search, state) : { kind: 'infeasible' };
    const rows = search.model.rows();
    state = afterSearch(search, state, found);
    const secure = search.model.rows() === rows;
    const closed = state.best !== undefined && relativeGap(state.best.objective, state.bound) <= mipGap;
    if (secure || closed || found.outcome !== 'optimal' || clock.leftS() <= reserve) {
      return toOutcome(search, state);
    }
  }
}

interface SearchState {
  /** Cheapest secure dispatch so far. */
  readonly best: Dispatch | undefined;
  /** Its commitment. */
  readonly start: PartialSolution | undefined;
  readonly bound: number;
  readonly nodes: number;
}

/** Dispatches the solution of a search; what it violates is now in the model. */
function afterSearch(search: Search, state: SearchState, found: SearchResult): SearchState {
  const bound = Math.max(state.bound, found.bound);
  const nodes = state.nodes + found.nodes;
  if (found.primal.length === 0) return { ...state, bound, nodes };
  const values = search.integers.valuesOf(found.primal);
  const dispatch = dispatchFixed(search, values);
  const better = dispatch !== undefined && dispatch.objective < (state.best?.objective ?? Infinity);
  return better ? { best: dispatch, start: values, bound, nodes } : { ...state, bound, nodes };
}

function toOutcome(search: Search, { best, bound, nodes }: SearchState): Outcome {
  const dispatch = best ?? finishStart(search)?.dispatch;
  return dispatch ? { kind: 'schedule', dispatch, bound, nodes } : { kind: 'timeout', bound };
}

/** Economic dispatch of a fixed commitment within every flow limit; undefined when there is none. */
function dispatchFixed(
  { model, integers, clock, watch }: Search,
  values: PartialSolution,
): Dispatch | undefined {
  watch.onPhase('pricing');
  integers.fix(values);
  const dispatch = model.dispatch(atLeast(clock, DISPATCH_LEAST_S));
  integers.release();
  return dispatch.outcome === 'optimal' ? dispatch : undefined;
}

const merge = (seen: SearchProgress, incumbent: number | undefined, bound: number): SearchProgress => ({
  ...seen,
  incumbent: seen.incumbent ?? incumbent ?? null,
  bound: Math.max(bound, seen.bound ?? bound),
});
