/** Steps of the search of a model; strategy.ts says when each of them runs. */
import type { Incumbent } from '../base/engine.ts';
import type { SavedModel } from '../model/saved-relaxation.ts';
import { searchBranches } from './branching/search-branches.ts';
import type { Outline } from './find-outline.ts';
import { firstSchedule, listedSchedule } from './first-schedule.ts';
import { dispatchFixed, dispatchStart } from './kernels/fixed-dispatch.ts';
import { runSearch } from './kernels/run-search.ts';
import { hasKernels, relaxUnits } from './kernels/search-kernels.ts';
import {
  type Best,
  type Dispatch,
  distanceToWhole,
  type FixedDispatch,
  isClosed,
  isPriced,
  relativeGap,
  type Search,
  type SearchState,
} from './kernels/search-state.ts';
import { addRoundingCuts } from './rounding-cuts.ts';
import { siftRelaxation } from './sifting/sift-relaxation.ts';

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
  readonly outline?: Outline | undefined;
}

export const IMPOSSIBLE: Searched = { best: undefined, bound: -Infinity, nodes: 0, isInfeasible: true };

export type Step = (state: Searched, search: Search, leftS: () => number) => Searched | Promise<Searched>;

/** An integer variable that is this near a whole number has its value: rows are relaxed a little for rounding. */
const WHOLE = 1e-5;
/** The whole MIP has at least so long, s. */
const LEAST_WHOLE_S = 0.1;

const NOTHING = { columns: new Int32Array(), values: new Float64Array() };

/** Rows above which sifting takes the place of the relaxation; fewer where most hours have ramps and no network couples them. */
const MOST_ROWS = 200_000;
const MOST_ROWS_RAMPED = 80_000;
const RAMPED = 0.5;

export function isSifted({ session, integers, instance, formulation }: Search): boolean {
  if (!session.isIncremental || integers.count === 0) return false;
  const { deferred, sharedFrom, milp } = formulation;
  const ramps = deferred.filter((row) => row >= sharedFrom).length;
  const { network, units, periods } = instance;
  const isRamped = network.lines.length === 0 && ramps > RAMPED * units.length * periods;
  return milp.rows.length > (isRamped ? MOST_ROWS_RAMPED : MOST_ROWS);
}

export const sift: Step = async (state, search, leftS) => {
  const sifted = await siftRelaxation(search, leftS);
  if (!sifted) return state;
  const { rowDual: duals } = sifted;
  if (sifted.outcome === 'optimal') return { ...state, relaxation: sifted, by: 'sifting', duals };
  // Where sifting ran out of time, the full relaxation would too.
  const { bound } = sifted;
  return leftS() > 0 ? { ...state, bound } : { ...state, bound, duals, isLate: true };
};

/** Begins where a similar case has its optimum, if there is one. */
export const resume: Step = (state, { model, similar }) => ({
  ...state,
  isAlike: similar !== undefined && model.restore(similar),
});

export const relax: Step = (state, { model, clock, watch }, leftS) => {
  const relaxation = model.relax({ ...clock, leftS });
  if (relaxation.outcome === 'infeasible') return { ...state, isInfeasible: true };
  if (relaxation.outcome !== 'optimal') return state;
  const saved = watch.onRelaxation && model.save();
  return { ...state, relaxation, by: 'whole', duals: relaxation.rowDual, saved };
};

/**
 * The start, or else a schedule by priority list and the rest of the time for the relaxation. Any duals bound the cost from
 * below: those of the dispatch, should the relaxation not end.
 */
export const list: Step = async (state, search, leftS) => {
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
};

/** Without integer variables the relaxation is the schedule but for its prices. */
export const dispatch: Step = (state, search) => {
  search.watch.onPhase('pricing');
  const priced = dispatchFixed(search, NOTHING);
  const bound = state.relaxation?.objective ?? state.bound;
  return { ...state, bound, best: priced && asBest({ values: NOTHING, dispatch: priced }) };
};

/** A schedule that is likely to close the gap before cuts and branches. */
export const first: Step = async (state, search, leftS) =>
  state.relaxation ? { ...state, ...(await firstSchedule(search, state.relaxation, leftS)) } : state;

export const cuts: Step = async (state, search) =>
  state.relaxation ? { ...state, relaxation: await addRoundingCuts(search, state.relaxation) } : state;

/** A start, then kernels or branches where the units can be priced. */
export const branch: Step = async (state, opened, leftS) => {
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
    relaxedSchedule(search, relaxation);
  const bound = Math.max(relaxation.objective, relaxed?.bound ?? -Infinity, state.bound);
  const best = started ? asBest(started) : state.best;
  if (started) search.watch.onIncumbent(started.dispatch.primal, started.dispatch.objective, bound);
  const next = { ...state, best, bound, nodes: 0 };
  return relaxed ? { ...next, ...(await searchBranches(search, relaxed, next, leftS)) } : next;
};

/** The relaxation itself, where it decides every hour of every unit: then there is nothing left to search. */
function relaxedSchedule(search: Search, { primal }: Dispatch): FixedDispatch | undefined {
  const { integers } = search;
  const isDecided = integers.columns.every((column) => distanceToWhole(primal[column] ?? 0) <= WHOLE);
  if (!isDecided) return undefined;
  const values = integers.valuesOf(primal);
  const fixed = dispatchFixed(search, values);
  return fixed && { values, dispatch: fixed };
}

/** The MIP as a whole, again where a solution broke a flow limit. */
export const whole: Step = (initial, search, leftS) => {
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
};

/** Without the time to price it the schedule is as the search found it. */
export const price: Step = async (state, search) => {
  search.watch.onPhase('pricing');
  const { best } = state;
  if (!best) {
    const last = finishStart(search) ?? (await listedSchedule(search));
    return last ? { ...state, best: asBest(last) } : state;
  }
  const priced = isPriced(best.dispatch) ? undefined : dispatchFixed(search, best.values);
  return priced ? { ...state, best: asBest({ values: best.values, dispatch: priced }) } : state;
};

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

/** Divisions that are saved: those that come later belong to what is special. */
const MOST_SAVED = 100;

/** Divisions that the search did not need may serve others. */
export function leftForOthers({ best, relaxation, divisions, isAlike }: Searched, { similar }: Search) {
  if (!best || !relaxation) return { gap: 0 };
  const gap = relativeGap(best.objective, relaxation.objective);
  const last = divisions ?? (isAlike ? similar?.divisions : undefined);
  return { gap, ...(last && { divisions: last.slice(0, MOST_SAVED) }) };
}
