/**
 * One search of the MIP, over all commitments or those of a kernel, and the state after it. A solution that violates a
 * flow limit is dispatched again with this limit, so that the best schedule keeps all limits; the bound stays valid,
 * since a model without the limit is a relaxation. A solution is reported as an incumbent only if it violates no limit.
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
  /** A session with the model of this part. `start`: a schedule in this part, from which the search starts. */
  readonly session: Pick<SolverSession, 'search'>;
  readonly start: PartialSolution | undefined;
  /** Lower bound of the schedules outside this part, $; Infinity if the search covers all schedules. */
  readonly outside: number;
  /** The search ends when it could lower the cost by less than this share of the gap. */
  readonly leastGain: number;
  /** Limit of work, in iterations of linear programs. */
  readonly work: number;
  /** True if the search makes no progress and should end; if absent, the search is not judged by its progress. */
  readonly isStalled?: (seen: SearchProgress) => boolean;
}

export interface PartResult {
  readonly state: SearchState;
  readonly outcome: Found['outcome'];
  /** Lower bound of the schedules in the part, $. */
  readonly inside: number;
  /** True if no flow limit had to be added. */
  readonly secure: boolean;
  /** True if a solution that violates a flow limit ended the search. */
  readonly isCutShort: boolean;
}

/**
 * Least number of iterations between two reported schedules, because writing a schedule can take as long as finding it.
 */
const TOLD_WORK = 500;
const NO_PRICES = new Float64Array();
/**
 * Gap of the search of a kernel that cannot close the gap, as a share of the requested gap: with a smaller gap, its
 * bound does not limit the bound of the whole case.
 */
const FINER = 0.3;

export function runSearch(search: Search, state: SearchState, part: Part, timeLimitS: number): PartResult {
  const { model, show } = search;
  show({ phase: 'search' });
  const merge = (progress: SearchProgress) => merged(state, part, progress);
  let isCutShort = false;
  let latest = state;
  let reported = state.best;
  let work = 0;
  let toldAt = 0;
  const tell = ({ best, bound }: SearchState): void => {
    if (!best || best === reported) return;
    reported = best;
    toldAt = work;
    search.tell(best.dispatch.primal, best.objective, bound);
  };
  const mipGap = part.leastGain > 0 ? FINER * search.mipGap : search.mipGap;
  const solution = part.session.search({ timeLimitS, mipGap }, part.start, {
    onProgress(progress) {
      const { bound, nodes } = merge(progress);
      latest = { ...latest, bound: Math.max(latest.bound, bound) };
      show({ bound: latest.bound, nodes });
    },
    onIncumbent(primal, objective) {
      if (!model.isScreenedQuickly || objective >= (latest.best?.objective ?? Infinity)) return;
      isCutShort ||= model.noteViolated(primal) > 0;
      if (isCutShort || isLossy(search)) return;
      latest = withBest(latest, asUnpricedBest(search, primal, objective));
      if (!reported) tell(latest);
    },
    isEnough(progress) {
      work = progress.iterations ?? work;
      if (progress.iterations === null || work - toldAt >= TOLD_WORK) tell(latest);
      return (
        isCutShort ||
        work > part.work ||
        part.isStalled?.(progress) === true ||
        isEnough(search, part, progress, merge(progress))
      );
    },
  });
  const rows = model.rows();
  const after = afterSearch(search, latest, part, solution);
  tell(after);
  return {
    state: after,
    outcome: solution.outcome,
    inside: insideOf(solution),
    secure: model.rows() === rows,
    isCutShort,
  };
}

type Figures = Pick<SearchProgress, 'incumbent' | 'bound'>;

function isEnough(
  { mipGap }: Search,
  { leastGain }: Part,
  seen: Figures,
  { incumbent, bound }: Figures,
): boolean {
  if (incumbent === null || bound === null) return false;
  if (relativeGap(incumbent, bound) <= mipGap) return true;
  // The search also ends if no schedule in this part is better by more than the gap; the bound outside does not matter.
  if (seen.bound !== null && relativeGap(incumbent, seen.bound) <= mipGap) return true;
  return seen.bound !== null && incumbent - seen.bound < leastGain * (incumbent - bound);
}

function merged({ best, bound, nodes }: SearchState, { outside }: Part, progress: SearchProgress) {
  const incumbent = Math.min(best?.objective ?? Infinity, progress.incumbent ?? Infinity);
  return {
    incumbent: Number.isFinite(incumbent) ? incumbent : null,
    bound: Math.max(bound, Math.min(progress.bound ?? -Infinity, outside)),
    nodes: nodes + (progress.nodes ?? 0),
  };
}

/** True for a case with losses, in which the cost of a solution is known only after its dispatch. */
const isLossy = ({ instance }: Search): boolean => instance.lossShares !== undefined;

const asUnpricedBest = ({ integers }: Search, primal: Float64Array, objective: number): Best =>
  asBest(integers.valuesOf(primal), { outcome: 'optimal', objective, primal, rowDual: NO_PRICES });

/** Costs that differ by less than this share count as equal. */
const ROUNDING = 1e-8;

/**
 * The state with the schedule `best` if it is cheaper than the previous schedule by more than rounding; otherwise the
 * previous state.
 */
function withBest(state: SearchState, best: Best): SearchState {
  const cost = state.best?.objective ?? Infinity;
  if (best.objective >= cost - ROUNDING * Math.abs(best.objective)) return state;
  return { ...state, best };
}

const insideOf = ({ outcome, bound }: Found): number => (outcome === 'infeasible' ? Infinity : bound);

function afterSearch(search: Search, state: SearchState, part: Part, solution: Found): SearchState {
  const inside = insideOf(solution);
  const next: SearchState = {
    ...state,
    bound: Math.max(state.bound, Math.min(inside, part.outside)),
    nodes: state.nodes + solution.nodes,
  };
  if (solution.primal.length === 0 || solution.objective === null) return next;
  if (!isLossy(search) && search.model.addViolated(solution.primal) === 0)
    return withBest(next, asUnpricedBest(search, solution.primal, solution.objective));
  if (isClosed(next, search.mipGap)) return next;
  const values = search.integers.valuesOf(solution.primal);
  const dispatch = dispatchFixed(search, values);
  return dispatch ? withBest(next, asBest(values, dispatch)) : { ...next, undispatched: solution.primal };
}

const INFEASIBLE: Found = {
  outcome: 'infeasible',
  objective: null,
  bound: Number.POSITIVE_INFINITY,
  primal: new Float64Array(),
  nodes: 0,
};

/**
 * Opens a session with a smaller model: only the columns that `bounds` of the integer columns leave open. Its presolve
 * has little to do, and the rows that only searches need stay out of the model of the relaxations. Solutions, starts
 * and costs refer to the whole model.
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
  // Adds a constant column with the cost of the omitted columns, because the gap is relative to the whole cost.
  milp.column({ cost: constant, lower: 1, upper: 1 });
  const session = await openPart(milp);
  return {
    search(limits, start, watch) {
      const solution = session.search(limits, start && within(restricted, start), {
        ...watch,
        onIncumbent: (primal, objective) => watch.onIncumbent(expand(primal), objective),
      });
      return solution.primal.length > 0 ? { ...solution, primal: expand(solution.primal) } : solution;
    },
    dispose: session.dispose,
  };
}

/** The values of a solution in the columns that are open. */
function within({ position }: RestrictedModel, { columns, values }: PartialSolution): PartialSolution {
  const open = [...columns.keys()].filter((k) => (position[columns[k] ?? -1] ?? -1) >= 0);
  return {
    columns: Int32Array.from(open, (k) => position[columns[k] ?? -1] ?? -1),
    values: Float64Array.from(open, (k) => values[k] ?? 0),
  };
}
