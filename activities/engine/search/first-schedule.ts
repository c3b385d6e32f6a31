/**
 * Schedules before cuts and branches: from the relaxation alone, where it is likely to close the gap (a small kernel where it is
 * nearly whole, a priority list where prices do not tell decisions apart); and by priority list where it does not end in time.
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

/** Rounding moves at most this share of the load in a relaxation that is nearly whole. */
const NEARLY_WHOLE = 0.01;

/** Undefined where none is likely to. */
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
/** It is what there is when nothing else was found in time, and may take this long then, s. */
const LEAST_S = 0.5;

/**
 * Commitments by priority list until the dispatch of one has a solution, first with what single hours lack, then with growing
 * margins.
 */
export async function listedSchedule(search: Search): Promise<Best | undefined> {
  const { instance, formulation, clock } = search;
  const end = clock.elapsedS() + Math.max(LEAST_S, clock.leftS());
  const isOver = (): boolean => clock.elapsedS() >= end;
  const dispatched = (on: readonly (readonly number[])[]): Best | undefined =>
    // Reserve may be short at a price, or come from others.
    instance.storage.length === 0 && shortages(instance, on, []).length > 0
      ? undefined
      : dispatchStart({ ...search, start: startValues(instance, formulation, on) });
  const listed = await listedDispatch(instance, { isOver });
  let found = listed && dispatched(listed.on);
  for (const margin of MARGINS) {
    if (found || isOver()) return found;
    found = dispatched(priorityList(instance, { margin }));
  }
  return found;
}
