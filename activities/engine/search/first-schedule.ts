/**
 * The first schedule, before cuts and branches. It is made from the relaxation if it is likely to close the gap: by a
 * small kernel if the relaxation is nearly integral, by priority list if prices do not distinguish decisions. If the
 * relaxation does not end in time, it is made by priority list.
 */
import { sum } from '../../../temporal/case/arithmetic/series.ts';
import { listedDispatch, shortages } from '../../uc/listed-dispatch.ts';
import { priorityList } from '../../uc/priority-list.ts';
import { startValues } from '../model/commitment-values.ts';
import {
  type Best,
  type Dispatch,
  dispatchStart,
  distanceToWhole,
  type Search,
  type SearchState,
} from './kernels/search.ts';
import {
  FIRST_FREE,
  hasKernels,
  isSmall,
  kernelOf,
  relaxUnits,
  searchKernel,
} from './kernels/search-kernels.ts';

/** A relaxation is nearly integral if rounding its commitment moves at most this power, as a share of the load. */
const NEARLY_WHOLE = 0.01;

/** A first schedule; undefined if none is likely to close the gap. */
export async function firstSchedule(
  search: Search,
  relaxation: Dispatch,
  leftS: () => number,
): Promise<SearchState | undefined> {
  const { session, model } = search;
  const relaxed = session.isIncremental && relaxUnits(search, relaxation);
  if (!relaxed || isSmall(relaxed)) return undefined;
  const bound = Math.max(relaxation.objective, relaxed.bound);
  const state: SearchState = { best: undefined, bound, nodes: 0 };
  if (!hasKernels(relaxed)) {
    const best = await listedSchedule(search);
    if (best) search.tell(best.dispatch.primal, best.objective, bound);
    return best && { ...state, best };
  }
  if (!isNearlyWhole(search, relaxation)) return undefined;
  const region = { columns: model.parts().columns, elsewhere: Infinity, bound };
  const kernel = kernelOf(search, relaxed, state, region, FIRST_FREE);
  return (await searchKernel(search, state, kernel, region, leftS)).state;
}

function isNearlyWhole({ instance, formulation: { x } }: Search, { primal }: Dispatch): boolean {
  const moved = instance.units.flatMap(({ pMax }, g) =>
    pMax.map((mw, t) => mw * distanceToWhole(primal[x.on(g, t)] ?? 0)),
  );
  return sum(moved) <= NEARLY_WHOLE * sum(instance.load.flat());
}

const MARGINS = [1, 1.1, 1.25, 1.5, 3] as const;
/** Least time for a schedule by priority list, s, if no other schedule was found in time. */
const LEAST_S = 0.5;

/**
 * Dispatches commitments by priority list until a dispatch is feasible. The first list adds units in hours that lack
 * capacity; the next ones commit growing margins of capacity.
 */
export async function listedSchedule(search: Search): Promise<Best | undefined> {
  const { instance, formulation, clock } = search;
  const end = clock.elapsedS() + Math.max(LEAST_S, clock.leftS());
  const isOver = (): boolean => clock.elapsedS() >= end;
  const dispatched = (on: readonly (readonly number[])[]): Best | undefined =>
    // Only the load has to be covered here: reserve may be short at a penalty, or have other providers.
    instance.storage.length === 0 && shortages(instance, on, []).length > 0
      ? undefined
      : dispatchStart({ ...search, start: startValues(instance, formulation, on) });
  const listed = await listedDispatch(instance, { isOver });
  let best = listed && dispatched(listed.on);
  for (const margin of MARGINS) {
    if (best || isOver()) return best;
    best = dispatched(priorityList(instance, { margin }));
  }
  return best;
}
