/**
 * The search of a model, from its relaxation to its best schedule within the time: the steps of `SEARCH`. A row says when its
 * step runs, and by when it has ended. A step takes the state and returns the next one; README.md says what each is worth.
 */
import type { Incumbent } from '../base/engine.ts';
import type { SavedModel } from '../model/saved-relaxation.ts';
import { searchBranches } from './branching/search-branches.ts';
import { type Outline, outlineInSpare } from './find-outline.ts';
import { firstSchedule, listedSchedule } from './first-schedule.ts';
import { dispatchFixed, dispatchRelaxed, dispatchStart } from './kernels/fixed-dispatch.ts';
import { runSearch } from './kernels/run-search.ts';
import { hasKernels, relaxUnits } from './kernels/search-kernels.ts';
import {
  type Best,
  type Dispatch,
  type FixedDispatch,
  isClosed,
  isPriced,
  leftForOthers,
  type Search,
  type SearchState,
} from './kernels/search-state.ts';
import { addRoundingCuts } from './rounding-cuts.ts';
import { isSifted, siftRelaxation } from './sifting/sift-relaxation.ts';
import type { Solve } from './solve.ts';

/** The state of a search between two steps. */
export interface Searched extends SearchState {
  /** The last one that ended, with the cuts that were added to it, and how it came about. */
  readonly relaxation?: Dispatch;
  readonly by?: 'sifting' | 'whole' | 'list';
  /** Its multipliers before cuts, or others at which a bound holds. */
  readonly duals?: Float64Array;
  /** True once there is no time to relax the model as a whole. */
  readonly isLate?: boolean;
  readonly isInfeasible?: boolean;
  /** True where the relaxation began at the optimum of a similar case. */
  readonly isAlike?: boolean;
  /** Left to similar cases. */
  readonly saved?: SavedModel | undefined;
  /** A schedule without the model, which was made in the time that the search spared. */
  readonly outline?: Outline;
}

/** A search that may leave a part of its time to an outline. */
type ModelSearch = Search & { readonly solve?: Solve };

/** Seconds until the step is to have ended. */
type LeftS = () => number;

interface Row {
  readonly step: (state: Searched, search: ModelSearch, leftS: LeftS) => Searched | Promise<Searched>;
  readonly when: (state: Searched, search: Search, leftS: LeftS) => boolean;
  /** Share of the time limit by which it has ended; absent = all of it but what the last dispatch needs. */
  readonly until?: (search: Search) => number;
}

/** Share of the time limit by which the relaxation has ended; and where sifting took its place in vain. */
const relaxedBy = (search: Search): number => (isSifted(search) ? 0.8 : 0.6);

const SEARCH: readonly Row[] = [
  { step: sift, when: (_, search) => isSifted(search), until: () => 0.6 },
  { step: resume, when: isUnrelaxed },
  { step: relax, when: isUnrelaxed, until: relaxedBy },
  { step: outlineBetween, when: isUnrelaxed },
  { step: relax, when: (state, _, leftS) => isUnrelaxed(state) && leftS() > 0, until: relaxedBy },
  { step: list, when: ({ relaxation }) => !relaxation },
  { step: dispatch, when: ({ by }, { integers }) => by === 'whole' && integers.count === 0 },
  { step: first, when: ({ by }, { integers }) => by === 'whole' && integers.count > 0 },
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

/** The best schedule of a model within the time: its relaxation, and searches over the commitment until the gap is closed. */
export async function searchModel(search: ModelSearch): Promise<Searched> {
  search.watch.onPhase('relaxation');
  let state: Searched = { best: undefined, bound: -Infinity, nodes: 0 };
  for (const { step, when, until } of SEARCH) {
    const leftS = timeUntil(search, until?.(search));
    if (when(state, search, leftS)) state = await step(state, search, leftS);
    if (state.isInfeasible) break;
  }
  const { saved, relaxation, isAlike } = state;
  const before = isAlike ? search.similar?.divisions : undefined;
  if (saved) search.watch.onRelaxation?.({ ...saved, ...leftForOthers(state, relaxation, before) });
  return state;
}

/** Kept for the last dispatch: this much of the limit, within bounds, s. */
const RESERVE_SHARE = 0.1;
const RESERVE_LEAST_S = 0.3;
const RESERVE_MOST_S = 5;

/** Seconds left until a share of the time limit; without integer variables nothing comes after the relaxation. */
function timeUntil({ integers, clock, session }: Search, share?: number): LeftS {
  const reserve = Math.min(RESERVE_MOST_S, Math.max(RESERVE_LEAST_S, RESERVE_SHARE * clock.limitS));
  if (share === undefined) return () => (session.isStopped() ? 0 : clock.leftS() - reserve);
  const kept = integers.count > 0 ? (1 - share) * clock.limitS : 0;
  return () => (session.isStopped() ? 0 : Math.max(0, clock.leftS() - kept));
}

function isUnrelaxed({ relaxation, isLate = false }: Searched): boolean {
  return relaxation === undefined && !isLate;
}

function isOpen(state: Searched, { integers, mipGap }: Search): boolean {
  return state.relaxation !== undefined && integers.count > 0 && !isClosed(state, mipGap);
}

async function outlineBetween(state: Searched, { solve }: ModelSearch): Promise<Searched> {
  const outline = await (solve && outlineInSpare(solve));
  return outline ? { ...state, outline } : state;
}

/** The whole MIP has at least so long, s. */
const LEAST_WHOLE_S = 0.1;

const NOTHING = { columns: new Int32Array(), values: new Float64Array() };

async function sift(state: Searched, search: ModelSearch, leftS: LeftS): Promise<Searched> {
  const sifted = await siftRelaxation(search, leftS);
  if (!sifted) return state;
  const { rowDual: duals } = sifted;
  if (sifted.outcome === 'optimal') return { ...state, relaxation: sifted, by: 'sifting', duals };
  // Where sifting ran out of time, the full relaxation would too.
  const { bound } = sifted;
  return leftS() > 0 ? { ...state, bound } : { ...state, bound, duals, isLate: true };
}

/** Begins where a similar case has its optimum, if there is one. */
function resume(state: Searched, { model, similar }: ModelSearch): Searched {
  return { ...state, isAlike: similar !== undefined && model.restore(similar) };
}

function relax(state: Searched, { model, clock, watch }: ModelSearch, leftS: LeftS): Searched {
  const relaxation = model.relax({ ...clock, leftS });
  if (relaxation.outcome === 'infeasible') return { ...state, isInfeasible: true };
  if (relaxation.outcome !== 'optimal') return state;
  const saved = watch.onRelaxation && model.save();
  return { ...state, relaxation, by: 'whole', duals: relaxation.rowDual, saved };
}

/**
 * The start, or else a schedule by priority list and the rest of the time for the relaxation. Any duals bound the cost from
 * below: those of the dispatch, should the relaxation not end.
 */
async function list(state: Searched, search: ModelSearch, leftS: LeftS): Promise<Searched> {
  const start = finishStart(search);
  if (start) return { ...state, best: start };
  const listed = search.integers.count > 0 ? await listedSchedule(search) : undefined;
  if (!listed) return state;
  const best = asBest(listed);
  const bound = relaxUnits(search, best.dispatch)?.bound ?? -Infinity;
  search.watch.onIncumbent(best.dispatch.primal, best.objective, bound);
  const relaxation = search.model.relax({ ...search.clock, leftS });
  return relaxation.outcome === 'optimal'
    ? { ...state, best, relaxation, by: 'list', duals: relaxation.rowDual }
    : { ...state, best, bound: Math.max(state.bound, bound) };
}

/** Without integer variables the relaxation is the schedule but for its prices. */
function dispatch(state: Searched, search: ModelSearch): Searched {
  search.watch.onPhase('pricing');
  const priced = dispatchFixed(search, NOTHING);
  const bound = state.relaxation?.objective ?? state.bound;
  return { ...state, bound, best: priced && asBest({ values: NOTHING, dispatch: priced }) };
}

/** A schedule that is likely to close the gap before cuts and branches. */
async function first(state: Searched, search: ModelSearch, leftS: LeftS): Promise<Searched> {
  const { relaxation } = state;
  return relaxation ? { ...state, ...(await firstSchedule(search, relaxation, leftS)) } : state;
}

async function cuts(state: Searched, search: ModelSearch): Promise<Searched> {
  const { relaxation } = state;
  return relaxation ? { ...state, relaxation: await addRoundingCuts(search, relaxation) } : state;
}

/** A start, then kernels or branches where the units can be priced. */
async function branch(state: Searched, opened: ModelSearch, leftS: LeftS): Promise<Searched> {
  const { relaxation, isAlike } = state;
  if (!relaxation) return state;
  const search = isAlike ? opened : { ...opened, similar: undefined };
  // Many short runs: one long run for a solver that begins each anew.
  const relaxed = search.session.isIncremental ? relaxUnits(search, relaxation) : undefined;
  // After the units are priced: what it adds to the model has no price yet.
  const priced = relaxed && hasKernels(relaxed) ? relaxed : undefined;
  const started =
    (state.by === 'list' ? state.best : search.warmStart?.(search, relaxation.primal, priced)) ??
    dispatchStart(search) ??
    dispatchRelaxed(search, relaxation);
  const bound = Math.max(relaxation.objective, relaxed?.bound ?? -Infinity, state.bound);
  const best = started ? asBest(started) : state.best;
  if (started) search.watch.onIncumbent(started.dispatch.primal, started.dispatch.objective, bound);
  const next = { ...state, best, bound, nodes: 0 };
  return relaxed ? { ...next, ...(await searchBranches(search, relaxed, next, leftS)) } : next;
}

/** The MIP as a whole, again where a solution broke a flow limit. */
function whole(initial: Searched, search: ModelSearch, leftS: LeftS): Searched {
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

/** Without the time to price it the schedule is as the search found it. */
async function price(state: Searched, search: ModelSearch): Promise<Searched> {
  search.watch.onPhase('pricing');
  const { best } = state;
  if (!best) {
    const last = finishStart(search) ?? (await listedSchedule(search));
    return last ? { ...state, best: asBest(last) } : state;
  }
  const priced = isPriced(best.dispatch) ? undefined : dispatchFixed(search, best.values);
  return priced ? { ...state, best: asBest({ values: best.values, dispatch: priced }) } : state;
}

/** The schedule of the given start, with the best of what it leaves open: it costs no more than when it was found. */
function finishStart(search: Search): Best | undefined {
  if (search.start) search.watch.onPhase('pricing');
  const started = dispatchStart({ ...search, mipGap: 0 });
  return started && asBest(started);
}

/** The bound of the search that found the start still holds. */
export function finish(search: Search, start: Incumbent | undefined): Searched {
  const best = finishStart(search);
  return { best, bound: (best && start?.bound) ?? -Infinity, nodes: 0 };
}

const asBest = (fixed: FixedDispatch): Best => ({ ...fixed, objective: fixed.dispatch.objective });
