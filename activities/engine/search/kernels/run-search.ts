/**
 * One search of the MIP, of the whole commitment or of a kernel of it, and what it adds to what is known. Its
 * solution is dispatched when it breaks a flow limit, so that the best schedule is always within all of them; its
 * bound stays valid, since its model was a relaxation. A solution is told as an incumbent once it is known to break none.
 */
import type {
  Search as Found,
  PartialSolution,
  SearchProgress,
  SolverSession,
} from '../../../solvers/solver.ts';
import { relativeGap } from '../../base/solve.ts';
import {
  type Bounds,
  boundColumns,
  type RestrictedModel,
  restrictModel,
} from '../../model/restricted-model.ts';
import { asBest, type Best, dispatchFixed, isClosed, type Search, type SearchState } from './search.ts';

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
  const { model, show } = search;
  show({ phase: 'search' });
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
    search.tell(best.dispatch.primal, best.objective, bound);
  };
  const mipGap = part.leastGain > 0 ? FINER * search.mipGap : search.mipGap;
  const found = part.session.search({ timeLimitS, mipGap }, part.start, {
    onProgress(seen) {
      const { bound, nodes } = merge(seen);
      known = { ...known, bound: Math.max(known.bound, bound) };
      show({ bound: known.bound, nodes });
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

const asFound = ({ integers }: Search, primal: Float64Array, objective: number): Best =>
  asBest(integers.valuesOf(primal), { outcome: 'optimal', objective, primal, rowDual: NO_PRICES });

/** Costs that differ by less are the same. */
const ROUNDING = 1e-8;

/** `best` when it is cheaper than what there was by more than rounding. */
function withBest(state: SearchState, best: Best): SearchState {
  const known = state.best?.objective ?? Infinity;
  if (best.objective >= known - ROUNDING * Math.abs(best.objective)) return state;
  return { ...state, best };
}

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
  return dispatch ? withBest(next, asBest(values, dispatch)) : { ...next, left: found.primal };
}

const INFEASIBLE: Found = {
  outcome: 'infeasible',
  objective: null,
  bound: Number.POSITIVE_INFINITY,
  primal: new Float64Array(),
  nodes: 0,
};

/**
 * A session with what `bounds` of the integer columns leave open: little is left for its presolve to do, and the model of the
 * relaxations is spared the rows that searches need. Solutions, starts and costs are those of the whole model.
 */
export async function openKernel(
  { model, integers, openPart }: Search,
  bounds: Bounds,
): Promise<Pick<SolverSession, 'search' | 'dispose'>> {
  const { columns, rows } = model.parts();
  const restricted = restrictModel({
    columns: boundColumns(columns, integers.columns, bounds),
    rows: [...rows, ...model.waiting()],
  });
  if (!restricted) return { search: () => INFEASIBLE, dispose: () => undefined };
  const { milp, constant, expand } = restricted;
  // What is left out costs its part, to which the gap is relative.
  milp.column({ cost: constant, lower: 1, upper: 1 });
  const session = await openPart(milp);
  return {
    search(limits, start, watch) {
      const found = session.search(limits, start && within(restricted, start), {
        ...watch,
        onIncumbent: (primal, objective) => watch.onIncumbent(expand(primal), objective),
      });
      return found.primal.length > 0 ? { ...found, primal: expand(found.primal) } : found;
    },
    dispose: session.dispose,
  };
}

/** What is left open of a solution. */
function within({ position }: RestrictedModel, { columns, values }: PartialSolution): PartialSolution {
  const open = [...columns.keys()].filter((k) => (position[columns[k] ?? -1] ?? -1) >= 0);
  return {
    columns: Int32Array.from(open, (k) => position[columns[k] ?? -1] ?? -1),
    values: Float64Array.from(open, (k) => values[k] ?? 0),
  };
}
