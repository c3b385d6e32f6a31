/**
 * One search of the MIP, of the whole commitment or of a part of it, and what it adds to what is known. Its
 * solution is dispatched when it breaks a flow limit, so that the best schedule is always within all of them; its
 * bound stays valid, since its model was a relaxation. A solution is told as an incumbent once it is known to break none.
 */
import type {
  Search as Found,
  PartialSolution,
  SearchProgress,
  SolverSession,
} from '../../../solvers/solver.ts';
import { dispatchFixed } from './fixed-dispatch.ts';
import { type Best, isClosed, relativeGap, type Search, type SearchState, withBest } from './search-state.ts';

export interface Part {
  /** Its model, and a schedule in it to start from. */
  readonly session: Pick<SolverSession, 'search'>;
  readonly start: PartialSolution | undefined;
  /** Every schedule that is not in this part costs at least this, $; Infinity = the search is of all of them. */
  readonly outside: number;
  /** The search ends when it could lower the cost by less than this share of what separates it from the bound. */
  readonly leastGain: number;
  /** Iterations of linear programs after which it ends. */
  readonly work: number;
  /** True when it may end because it gets nowhere; absent = it may not. */
  readonly isStalled?: (seen: SearchProgress) => boolean;
}

export interface PartResult {
  readonly state: SearchState;
  readonly outcome: Found['outcome'];
  /** Lower bound of the schedules in the part, $. */
  readonly inside: number;
  /** True when no flow limit had to be added. */
  readonly secure: boolean;
  /** True when it was ended by a solution that breaks a flow limit. */
  readonly isCutShort: boolean;
}

/** Iterations between two schedules that are told: some take as long to write as to find. */
const TOLD_WORK = 500;
const NO_PRICES = new Float64Array();
/** A part that cannot close the gap is searched to this share of it: its bound is not what is missing. */
const FINER = 0.3;

export function runSearch(search: Search, state: SearchState, part: Part, timeLimitS: number): PartResult {
  const { model, watch } = search;
  watch.onPhase('search');
  const merge = (seen: SearchProgress) => merged(state, part, seen);
  let isCutShort = false;
  let known = state;
  let told = state.best;
  let work = 0;
  let toldAt = 0;
  const tell = ({ best, bound }: SearchState): void => {
    if (!best || best === told) return;
    told = best;
    toldAt = work;
    watch.onIncumbent(best.dispatch.primal, best.objective, bound);
  };
  const mipGap = part.leastGain > 0 ? FINER * search.mipGap : search.mipGap;
  const found = part.session.search({ timeLimitS, mipGap }, part.start, {
    onProgress(seen) {
      const { bound, nodes } = merge(seen);
      known = { ...known, bound: Math.max(known.bound, bound) };
      watch.onProgress({ bound: known.bound, nodes });
    },
    onIncumbent(primal, objective) {
      if (!model.isScreenedQuickly || objective >= (known.best?.objective ?? Infinity)) return;
      isCutShort ||= model.noteViolated(primal) > 0;
      if (isCutShort || isLossy(search)) return;
      known = withBest(known, asFound(search, primal, objective));
      if (!told) tell(known);
    },
    isEnough(seen) {
      work = seen.iterations ?? work;
      if (seen.iterations === null || work - toldAt >= TOLD_WORK) tell(known);
      return (
        isCutShort ||
        work > part.work ||
        part.isStalled?.(seen) === true ||
        isEnough(search, part, seen, merge(seen))
      );
    },
  });
  const rows = model.rows();
  const after = afterSearch(search, known, part, found);
  tell(after);
  return {
    state: after,
    outcome: found.outcome,
    inside: insideOf(found),
    secure: model.rows() === rows,
    isCutShort,
  };
}

type Known = Pick<SearchProgress, 'incumbent' | 'bound'>;

function isEnough(
  { mipGap }: Search,
  { leastGain }: Part,
  seen: Known,
  { incumbent, bound }: Known,
): boolean {
  if (incumbent === null || bound === null) return false;
  if (relativeGap(incumbent, bound) <= mipGap) return true;
  // Nothing in this part is better by more than the gap, whatever is elsewhere.
  if (seen.bound !== null && relativeGap(incumbent, seen.bound) <= mipGap) return true;
  return seen.bound !== null && incumbent - seen.bound < leastGain * (incumbent - bound);
}

function merged({ best, bound, nodes }: SearchState, { outside }: Part, seen: SearchProgress) {
  const incumbent = Math.min(best?.objective ?? Infinity, seen.incumbent ?? Infinity);
  return {
    incumbent: Number.isFinite(incumbent) ? incumbent : null,
    bound: Math.max(bound, Math.min(seen.bound ?? -Infinity, outside)),
    nodes: nodes + (seen.nodes ?? 0),
  };
}

/** With losses the cost of a solution is only known once it is dispatched. */
const isLossy = ({ instance }: Search): boolean => instance.lossShares !== undefined;

const asFound = ({ integers }: Search, primal: Float64Array, objective: number): Best => ({
  values: integers.valuesOf(primal),
  objective,
  dispatch: { outcome: 'optimal', objective, primal, rowDual: NO_PRICES },
});

const insideOf = ({ outcome, bound }: Found): number => (outcome === 'infeasible' ? Infinity : bound);

function afterSearch(search: Search, state: SearchState, part: Part, found: Found): SearchState {
  const inside = insideOf(found);
  const next: SearchState = {
    ...state,
    bound: Math.max(state.bound, Math.min(inside, part.outside)),
    nodes: state.nodes + found.nodes,
  };
  if (found.primal.length === 0 || found.objective === null) return next;
  if (!isLossy(search) && search.model.addViolated(found.primal) === 0)
    return withBest(next, asFound(search, found.primal, found.objective));
  if (isClosed(next, search.mipGap)) return next;
  const values = search.integers.valuesOf(found.primal);
  const dispatch = dispatchFixed(search, values);
  return dispatch
    ? withBest(next, { values, objective: dispatch.objective, dispatch })
    : { ...next, left: found.primal };
}
