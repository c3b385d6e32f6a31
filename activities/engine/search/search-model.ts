/**
 * The search of a model, from its relaxation to its best schedule within the time limit, as the steps of `SEARCH`. The
 * row of a step states when it runs, and by when it ends. A step takes the state and returns the next state
 * (README.md).
 */
import type { Incumbent } from '../base/engine.ts';
import { relativeGap } from '../base/solve.ts';
import type { SavedModel } from '../model/secure-model.ts';
import { searchBranches } from './branching/search-branches.ts';
import { type Outline, outlineInSpare } from './find-outline.ts';
import { firstSchedule, listedSchedule } from './first-schedule.ts';
import { runSearch } from './kernels/run-search.ts';
import {
  asBest,
  type Best,
  type Dispatch,
  dispatchFixed,
  dispatchRelaxed,
  dispatchStart,
  isClosed,
  isPriced,
  type SearchState,
} from './kernels/search.ts';
import { hasKernels, relaxUnits } from './kernels/search-kernels.ts';
import type { OpenedSearch } from './open-search.ts';
import { addRoundingCuts } from './rounding-cuts.ts';
import { isSifted, siftRelaxation } from './sifting/sift-relaxation.ts';
import { type Fitted, fitWarmStart } from './warm-start.ts';

/** The state of a search between two steps. */
export interface Searched extends SearchState {
  /** The last relaxation that ended, with its cuts. `by`: the way in which it was solved. */
  readonly relaxation?: Dispatch;
  readonly by?: 'sifting' | 'whole' | 'list';
  /** Multipliers at which the bound holds: duals of the relaxation before cuts, or others. */
  readonly duals?: Float64Array | undefined;
  /** True once there is too little time to relax the whole model. */
  readonly isLate?: boolean;
  readonly isInfeasible?: boolean;
  /** True if the relaxation began at the optimum of a similar case. */
  readonly isAlike?: boolean;
  /** Data from which similar cases may start. */
  readonly saved?: SavedModel | undefined;
  /** A schedule without the model, found in the time that the search left for it. */
  readonly outline?: Outline;
  /** Outcome of the warm start, in words for the client. */
  readonly verdict?: string | undefined;
}

/** Function that returns the time until the step must end, s. */
type LeftS = () => number;

interface Row {
  readonly step: (state: Searched, search: OpenedSearch, leftS: LeftS) => Searched | Promise<Searched>;
  readonly when: (state: Searched, search: OpenedSearch, leftS: LeftS) => boolean;
  /**
   * Share of the time limit by which the step ends. If absent, the step may take all the time except the reserve for
   * the last dispatch.
   */
  readonly until?: (search: OpenedSearch) => number;
}

/** Share of the time limit by which the relaxation ends; larger if sifting was tried first. */
const relaxedBy = (search: OpenedSearch): number => (isSifted(search) ? 0.8 : 0.6);

const SEARCH: readonly Row[] = [
  { step: sift, when: (_, search) => isSifted(search), until: () => 0.6 },
  { step: relax, when: isUnrelaxed, until: relaxedBy },
  { step: outlineBetween, when: isUnrelaxed },
  { step: relax, when: (state, _, leftS) => isUnrelaxed(state) && leftS() > 0, until: relaxedBy },
  { step: list, when: ({ relaxation }) => !relaxation },
  { step: dispatch, when: ({ by }, { integers }) => by === 'whole' && integers.count === 0 },
  {
    step: first,
    when: ({ by }, { integers, start, warmStart }) =>
      by === 'whole' && integers.count > 0 && !start && !warmStart,
  },
  {
    step: cuts,
    when: (state, search) => state.by === 'whole' && search.session.isIncremental && isOpen(state, search),
  },
  { step: branch, when: isOpen },
  {
    step: outlineBetween,
    when: (state, search, leftS) => isOpen(state, search) && !state.best && leftS() <= 0,
  },
  { step: whole, when: isOpen },
  { step: price, when: ({ relaxation }, { integers }) => relaxation !== undefined && integers.count > 0 },
];

/**
 * Finds the best schedule of a model within the time limit: relaxes it, and searches over the commitment until the gap
 * is closed.
 */
export async function searchModel(search: OpenedSearch): Promise<Searched> {
  search.show({ phase: 'relaxation' });
  let state: Searched = { best: undefined, bound: -Infinity, nodes: 0 };
  for (const { step, when, until } of SEARCH) {
    const leftS = timeUntil(search, until?.(search));
    if (when(state, search, leftS)) state = await step(state, search, leftS);
    if (state.isInfeasible) break;
  }
  if (state.saved) search.solve.watch.onRelaxation?.({ ...state.saved, ...dataForSimilar(state, search) });
  return state;
}

/** Maximum number of divisions that are saved; later divisions are too specific for other cases. */
const MOST_SAVED = 100;

/**
 * The data of a search for similar cases. Divisions of the previous case that this case did not need are kept, since
 * another case may need them.
 */
function dataForSimilar({ best, relaxation, divisions, isAlike }: Searched, { similar }: OpenedSearch) {
  if (!best || !relaxation) return { gap: 0 };
  const gap = relativeGap(best.objective, relaxation.objective);
  const last = divisions ?? (isAlike ? similar?.divisions : undefined);
  return { gap, ...(last && { divisions: last.slice(0, MOST_SAVED) }) };
}

/** Share of the time limit reserved for the last dispatch. The next constants are its least and largest value, s. */
const RESERVE_SHARE = 0.1;
const RESERVE_LEAST_S = 0.3;
const RESERVE_MOST_S = 5;

/**
 * Time, s, until a share of the limit, or until the reserve begins. Without integer columns there is no reserve,
 * because nothing follows the relaxation.
 */
function timeUntil({ integers, clock, session }: OpenedSearch, share?: number): LeftS {
  const reserve = Math.min(RESERVE_MOST_S, Math.max(RESERVE_LEAST_S, RESERVE_SHARE * clock.limitS));
  const reservedS = share === undefined ? reserve : integers.count > 0 ? (1 - share) * clock.limitS : 0;
  return () => (session.isStopped() ? 0 : Math.max(0, clock.leftS() - reservedS));
}

function isUnrelaxed({ relaxation, isLate = false }: Searched): boolean {
  return relaxation === undefined && !isLate;
}

function isOpen(state: Searched, { integers, mipGap }: OpenedSearch): boolean {
  return state.relaxation !== undefined && integers.count > 0 && !isClosed(state, mipGap);
}

async function outlineBetween(state: Searched, { solve }: OpenedSearch): Promise<Searched> {
  const outline = await outlineInSpare(solve);
  return outline ? { ...state, outline } : state;
}

/** Least time for searching the whole MIP, s. */
const LEAST_WHOLE_S = 0.1;

const NOTHING = { columns: new Int32Array(), values: new Float64Array() };

async function sift(state: Searched, search: OpenedSearch, leftS: LeftS): Promise<Searched> {
  const sifted = await siftRelaxation(search, leftS);
  if (!sifted) return state;
  const { rowDual: duals } = sifted;
  if (sifted.outcome === 'optimal') return { ...state, relaxation: sifted, by: 'sifting', duals };
  // If sifting ran out of time, so would the full relaxation. Only the bound is used.
  const { bound } = sifted;
  return leftS() > 0 ? { ...state, bound } : { ...state, bound, duals, isLate: true };
}

/** Relaxes the model; begins at the optimum of a similar case, if there is one. */
function relax(state: Searched, { solve, model, clock, similar }: OpenedSearch, leftS: LeftS): Searched {
  const isAlike = state.isAlike ?? (similar !== undefined && model.restore(similar));
  const relaxation = model.relax({ ...clock, leftS });
  if (relaxation.outcome === 'infeasible') return { ...state, isInfeasible: true };
  if (relaxation.outcome !== 'optimal') return { ...state, isAlike };
  const saved = solve.watch.onRelaxation && model.save();
  return { ...state, isAlike, relaxation, by: 'whole', duals: relaxation.rowDual, saved };
}

/**
 * Dispatches the start or, without one, a schedule by priority list; the relaxation gets the rest of the time. Any
 * duals give a lower bound, so the duals of this dispatch are used if the relaxation does not end.
 */
async function list(state: Searched, search: OpenedSearch, leftS: LeftS): Promise<Searched> {
  const start = finishStart(search);
  if (start) return { ...state, best: start };
  const best = search.integers.count > 0 ? await listedSchedule(search) : undefined;
  if (!best) return state;
  const bound = relaxUnits(search, best.dispatch)?.bound ?? -Infinity;
  search.tell(best.dispatch.primal, best.objective, bound);
  const relaxation = search.model.relax({ ...search.clock, leftS });
  return relaxation.outcome === 'optimal'
    ? { ...state, best, relaxation, by: 'list', duals: relaxation.rowDual }
    : { ...state, best, bound: Math.max(state.bound, bound) };
}

/** Without integer variables, the relaxation is the schedule; only its prices are missing. */
function dispatch(state: Searched, search: OpenedSearch): Searched {
  search.show({ phase: 'pricing' });
  const priced = dispatchFixed(search, NOTHING);
  const bound = state.relaxation?.objective ?? state.bound;
  return { ...state, bound, best: priced && asBest(NOTHING, priced) };
}

/** Finds a schedule that is likely to close the gap, before cuts and branches. */
async function first(state: Searched, search: OpenedSearch, leftS: LeftS): Promise<Searched> {
  const { relaxation } = state;
  return relaxation ? { ...state, ...(await firstSchedule(search, relaxation, leftS)) } : state;
}

async function cuts(state: Searched, search: OpenedSearch): Promise<Searched> {
  const { relaxation } = state;
  return relaxation ? { ...state, relaxation: await addRoundingCuts(search, relaxation) } : state;
}

/** Dispatches a start, then searches kernels or branches if the units can be priced. */
async function branch(state: Searched, opened: OpenedSearch, leftS: LeftS): Promise<Searched> {
  const { relaxation, isAlike } = state;
  if (!relaxation) return state;
  const search = isAlike ? opened : { ...opened, similar: undefined };
  // Kernels are many short runs. A solver that starts each run from scratch gets one long run instead.
  const relaxed = search.session.isIncremental ? relaxUnits(search, relaxation) : undefined;
  // The start is dispatched after the units are priced, because the duals do not cover rows that its dispatch adds.
  const priced = relaxed && hasKernels(relaxed) ? relaxed : undefined;
  const warm: Fitted =
    state.by === 'list' ? { started: state.best } : fitWarmStart(search, relaxation.primal, priced);
  const started = warm.started ?? dispatchStart(search) ?? dispatchRelaxed(search, relaxation);
  const bound = Math.max(relaxation.objective, relaxed?.bound ?? -Infinity, state.bound);
  if (started) search.tell(started.dispatch.primal, started.objective, bound);
  const { verdict } = warm;
  const next = { ...state, best: started ?? state.best, bound, nodes: 0, verdict };
  return relaxed ? { ...next, ...(await searchBranches(search, relaxed, next, leftS)) } : next;
}

/** Searches the MIP as a whole; repeats this if a solution violated a flow limit. */
function whole(initial: Searched, search: OpenedSearch, leftS: LeftS): Searched {
  const { session, model, mipGap } = search;
  for (let state = initial; ; ) {
    if (isClosed(state, mipGap) || (state.best && leftS() <= 0)) return state;
    model.complete();
    const part = { session, start: state.best?.values, outside: Infinity, leastGain: 0, work: Infinity };
    const run = runSearch(search, state, part, Math.max(LEAST_WHOLE_S, leftS()));
    state = { ...state, ...run.state };
    if (run.isCutShort && leftS() > 0) continue;
    if (run.outcome === 'infeasible' && !state.best) return { ...state, isInfeasible: true };
    if (run.secure || run.outcome !== 'optimal' || leftS() <= 0) return state;
  }
}

/** Prices the schedule. Without time for pricing, the schedule stays as the search found it. */
async function price(state: Searched, search: OpenedSearch): Promise<Searched> {
  search.show({ phase: 'pricing' });
  const { best } = state;
  if (!best) return { ...state, best: finishStart(search) ?? (await listedSchedule(search)) };
  const priced = isPriced(best.dispatch) ? undefined : dispatchFixed(search, best.values);
  return priced ? { ...state, best: asBest(best.values, priced) } : state;
}

/** The schedule of the start, with the cheapest values of its open variables, so that it costs no more than before. */
function finishStart(search: OpenedSearch): Best | undefined {
  if (search.start) search.show({ phase: 'pricing' });
  return dispatchStart({ ...search, mipGap: 0 });
}

/** Finishes from a start; the bound of the search that found the start still holds. */
export function finish(search: OpenedSearch, start: Incumbent | undefined): Searched {
  const best = finishStart(search);
  return { best, bound: (best && start?.bound) ?? -Infinity, nodes: 0 };
}
