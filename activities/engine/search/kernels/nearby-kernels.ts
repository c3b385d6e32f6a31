/**
 * Kernels around the best schedule. The hours that cost least to change, at the prices of its own dispatch, are open;
 * all other hours stay as they are. These kernels prove no bound, but with a wide gap they find schedules that kernels
 * at the prices of the relaxation miss. (Danna, Rothberg, Le Pape, Exploring relaxation induced neighborhoods to
 * improve MIP solutions, Math. Prog. 102, 2005, search around a solution; here prices choose the neighbourhood.)
 */

import { type Best, dispatchFixed, isClosed, isPriced, type Search, type SearchState } from './search.ts';
import { type KernelPart, relaxUnits, searchKernel } from './search-kernels.ts';

/** Number of unit-hours that the first kernel leaves open. After a small gain, the next kernel is twice as large. */
const FIRST_FREE = 300;
const MOST_FREE = 600;
const GROWTH = 2;
/** Largest share of all unit-hours that a kernel leaves open. */
const MOST_SHARE = 0.5;
/** Share of the gap below which a gain is small. */
const LITTLE = 0.1;
/** Limit of work for one kernel, in iterations of linear programs. */
const WORK = 3_000;

/**
 * Searches around the best schedule; returns the state with a better schedule, if one is found. The bound stays the
 * same.
 */
export async function improveNearby(
  search: Search,
  initial: SearchState,
  leftS: () => number,
): Promise<SearchState> {
  const { instance, model, mipGap } = search;
  const most = Math.min(MOST_FREE, MOST_SHARE * instance.units.length * instance.periods);
  let state = initial;
  for (let free = FIRST_FREE; free <= most && leftS() > 0 && !isClosed(state, mipGap); ) {
    const { best, bound } = state;
    const kernel = best && nearby(search, best, free);
    if (!kernel) return state;
    const region = { columns: model.parts().columns, elsewhere: Infinity, bound };
    ({ state } = await searchKernel(search, state, kernel, region, leftS));
    const gain = best.objective - (state.best?.objective ?? best.objective);
    if (gain <= LITTLE * (best.objective - bound)) free *= GROWTH;
  }
  return state;
}

/** The kernel around a schedule; undefined if the dispatch of the schedule gives no prices. */
function nearby(
  search: Search,
  { values: bestValues, dispatch }: Best,
  free: number,
): KernelPart | undefined {
  const { instance, formulation, integers, model } = search;
  const priced = isPriced(dispatch) ? dispatch : dispatchFixed(search, bestValues);
  const relaxed = priced && relaxUnits(search, priced);
  if (!relaxed) return undefined;
  const present = new Map(Array.from(bestValues.columns, (column, k) => [column, bestValues.values[k] ?? 0]));
  const changes = relaxed.units.flatMap(({ count, optimum, on, off }, g) =>
    Array.from({ length: instance.periods }, (_, t) => {
      const column = formulation.x.on(g, t);
      const [whenOn = 0, whenOff = 0, many = 0] = [on[t], off[t], present.get(column)];
      const changed = count > 1 ? Math.max(whenOn, whenOff) : many > 0 ? whenOff : whenOn;
      return { column, rise: changed - optimum };
    }),
  );
  changes.sort((a, b) => a.rise - b.rise);
  const fixed = new Set(changes.slice(free).map(({ column }) => column));
  const { columns } = model.parts();
  const boundsOf = (side: 'lower' | 'upper'): Float64Array =>
    Float64Array.from(integers.columns, (c) => (fixed.has(c) ? present.get(c) : columns[c]?.[side]) ?? 0);
  return {
    lower: boundsOf('lower'),
    upper: boundsOf('upper'),
    free,
    // A kernel around a schedule has no bound for the schedules outside it.
    target: -Infinity,
    bound: -Infinity,
    isLast: false,
    work: WORK,
  };
}
