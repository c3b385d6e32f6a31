/**
 * From a model to the best schedule within the time: the relaxation first, with flow limits added until none
 * is violated; then searches over the commitment until the gap is closed: of parts of it where the units can be priced
 * (search-kernels.ts), else of all of it.
 */
import type { PartialSolution, Relaxation } from '../../solvers/solver.ts';
import { firstSchedule } from './first-schedule.ts';
import { dispatchFixed } from './kernels/fixed-dispatch.ts';
import { relaxUnits } from './kernels/search-kernels.ts';
import { type Dispatch, isClosed, type Outcome, relativeGap, type Search } from './kernels/search-state.ts';
import { listedSchedule } from './listed-schedule.ts';
import { addRoundingCuts } from './rounding-cuts.ts';
import { finishStart, searchCommitment, searchTime } from './search-commitment.ts';
import { siftRelaxation } from './sifting/sift-relaxation.ts';

/** Divisions that are saved: those that come later belong to what is special. */
const MOST_SAVED = 100;

const NOTHING: PartialSolution = { columns: new Int32Array(), values: new Float64Array() };

/** Share of the time limit until which the relaxation must be done; and that of all of it when sifting failed. */
const RELAXATION_SHARE = 0.6;
const SECOND_SHARE = 0.8;

/**
 * Above this many rows the relaxation is solved by sifting. A model without a network in which most hours have ramps is
 * slow to relax, and is sifted from fewer rows on.
 */
const MOST_ROWS = 200_000;
const MOST_ROWS_RAMPED = 80_000;
const RAMPED = 0.5;

export async function findSchedule(search: Search): Promise<Outcome> {
  search.watch.onPhase('relaxation');
  if (!isSifted(search)) return searchRelaxed(search, RELAXATION_SHARE);
  const leftS = timeUntil(search, RELAXATION_SHARE);
  const sifted = await siftRelaxation(search, leftS);
  if (sifted?.outcome === 'optimal')
    return withDuals(await searchCommitment(unlikeOthers(search), sifted), sifted);
  // If sifting ran out of time, the full relaxation would too.
  if (sifted && leftS() <= 0) return withDuals(await unrelaxed(unlikeOthers(search), sifted.bound), sifted);
  return searchRelaxed(search, SECOND_SHARE, sifted?.bound);
}

/** `share`: of the time limit, until the relaxation must be done; `known`: a bound, $. */
async function searchRelaxed(search: Search, share: number, known?: number): Promise<Outcome> {
  const { model, integers, watch } = search;
  const begun = search.similar && model.restore(search.similar) ? search : unlikeOthers(search);
  const relaxation = await relaxUntil(search, timeUntil(search, share));
  if (relaxation.outcome === 'infeasible') return { kind: 'infeasible' };
  if (relaxation.outcome !== 'optimal') return unrelaxed(begun, known);
  const saved = watch.onRelaxation && model.save();
  const { outcome, tightened } =
    integers.count > 0
      ? await searchTightened(begun, relaxation)
      : { outcome: dispatched(search, relaxation), tightened: relaxation };
  if (saved) watch.onRelaxation?.({ ...saved, ...leftForOthers(begun, outcome, tightened) });
  return withDuals(outcome, relaxation);
}

/** The relaxation, which goes on where the search has more time after an outline. */
async function relaxUntil({ model, clock, useSpared }: Search, leftS: () => number): Promise<Relaxation> {
  const relaxation = model.relax({ ...clock, leftS });
  if (relaxation.outcome !== 'limit') return relaxation;
  await useSpared?.();
  return leftS() > 0 ? model.relax({ ...clock, leftS }) : relaxation;
}

/** Cuts, where no schedule closes the gap before them, and the search. */
async function searchTightened(search: Search, relaxation: Dispatch) {
  const first = await firstSchedule(search, relaxation, searchTime(search));
  const isOpen = !first || !isClosed(first, search.mipGap);
  const tightened =
    isOpen && search.session.isIncremental ? await addRoundingCuts(search, relaxation) : relaxation;
  return { outcome: await searchCommitment(search, tightened, first), tightened };
}

/** Seconds left of a share of the time limit; of all of it without integer variables. */
const timeUntil =
  ({ integers, clock, session }: Search, share: number) =>
  (): number => {
    const kept = integers.count > 0 ? (1 - share) * clock.limitS : 0;
    return session.isStopped() ? 0 : Math.max(0, clock.leftS() - kept);
  };

/** The start, or a schedule by priority list. `known`: a bound, $. */
async function unrelaxed(search: Search, known = Number.NEGATIVE_INFINITY): Promise<Outcome> {
  const outcome = finishStart(search) ?? (await searchFromList(search));
  if (outcome.kind === 'infeasible') return outcome;
  return { ...outcome, bound: Math.max(outcome.bound ?? -Infinity, known) };
}

/** Duals that an outcome has already are from later on, and stay. */
const withDuals = (outcome: Outcome, { rowDual: duals }: Pick<Dispatch, 'rowDual'>): Outcome =>
  outcome.kind === 'schedule' ? { duals, ...outcome } : outcome;

function dispatched(search: Search, { objective }: Dispatch): Outcome {
  search.watch.onPhase('pricing');
  const dispatch = dispatchFixed(search, NOTHING);
  return dispatch
    ? { kind: 'schedule', dispatch, bound: objective, nodes: 0 }
    : { kind: 'timeout', bound: objective };
}

/** What the search adds to a relaxation for similar cases; divisions that it did not need may serve others. */
function leftForOthers({ similar }: Search, outcome: Outcome, { objective }: Dispatch) {
  if (outcome.kind !== 'schedule') return { gap: 0 };
  const gap = relativeGap(outcome.dispatch.objective, objective);
  const divisions = outcome.divisions ?? similar?.divisions;
  return { gap, ...(divisions && { divisions: divisions.slice(0, MOST_SAVED) }) };
}

const unlikeOthers = (search: Search): Search => ({ ...search, similar: undefined });

function isSifted({ session, integers, instance, formulation }: Search): boolean {
  if (!session.isIncremental || integers.count === 0) return false;
  const { deferred, sharedFrom, milp } = formulation;
  const ramps = deferred.filter((row) => row >= sharedFrom).length;
  const { network, units, periods } = instance;
  const isRamped = network.lines.length === 0 && ramps > RAMPED * units.length * periods;
  return milp.rows.length > (isRamped ? MOST_ROWS_RAMPED : MOST_ROWS);
}

/**
 * A schedule by priority list, then the rest of the time for the relaxation. Any duals bound the cost from below: those
 * of the dispatch, should the relaxation not end.
 */
async function searchFromList(search: Search): Promise<Outcome> {
  const listed = search.integers.count > 0 ? await listedSchedule(search) : undefined;
  if (!listed) return { kind: 'timeout', bound: null };
  const { dispatch } = listed;
  const bound = relaxUnits(search, dispatch)?.bound ?? -Infinity;
  search.watch.onIncumbent(dispatch.primal, dispatch.objective, bound);
  const relaxation = search.model.relax({ ...search.clock, leftS: searchTime(search) });
  if (relaxation.outcome === 'optimal')
    return withDuals(await searchCommitment({ ...search, warmStart: () => listed }, relaxation), relaxation);
  return { kind: 'schedule', dispatch, bound, nodes: 0 };
}
