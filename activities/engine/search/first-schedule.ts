/**
 * A schedule from the relaxation alone, before cuts and branches, where it is likely to close the gap: a small kernel where
 * the relaxation is nearly whole, and a priority list where prices do not tell decisions apart.
 */
import {
  FIRST_FREE,
  hasKernels,
  isSmall,
  kernelOf,
  relaxUnits,
  searchKernel,
} from './kernels/search-kernels.ts';
import { type Dispatch, distanceToWhole, type Search, type SearchState } from './kernels/search-state.ts';
import { listedSchedule } from './listed-schedule.ts';

/** Rounding moves at most this share of the load in a relaxation that is nearly whole. */
const NEARLY_WHOLE = 0.01;

/** Undefined where none is likely to, or something else gives a schedule. */
export async function firstSchedule(
  search: Search,
  relaxation: Dispatch,
  leftS: () => number,
): Promise<SearchState | undefined> {
  const { session, start, warmStart, model } = search;
  const relaxed = session.isIncremental && !start && !warmStart && relaxUnits(search, relaxation);
  if (!relaxed || isSmall(relaxed)) return undefined;
  const bound = Math.max(relaxation.objective, relaxed.bound);
  const state: SearchState = { best: undefined, bound, nodes: 0 };
  if (!hasKernels(relaxed)) return withListed(search, state);
  if (!isNearlyWhole(search, relaxation)) return undefined;
  const region = { columns: model.parts().columns, elsewhere: Infinity, bound };
  const kernel = kernelOf(search, relaxed, state, region, FIRST_FREE);
  return (await searchKernel(search, state, kernel, region, leftS)).state;
}

async function withListed(search: Search, state: SearchState): Promise<SearchState | undefined> {
  const listed = await listedSchedule(search);
  if (!listed) return undefined;
  const { primal, objective } = listed.dispatch;
  search.watch.onIncumbent(primal, objective, state.bound);
  return { ...state, best: { ...listed, objective } };
}

function isNearlyWhole({ instance, formulation: { x } }: Search, { primal }: Dispatch): boolean {
  const moved = instance.units.flatMap(({ pMax }, g) =>
    pMax.map((mw, t) => mw * distanceToWhole(primal[x.on(g, t)] ?? 0)),
  );
  return sum(moved) <= NEARLY_WHOLE * sum(instance.load.flat());
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
