/**
 * Kernels around the best schedule: open are the hours that cost least to change at the prices of its own dispatch, and all
 * others stay as they are. They prove nothing, but where the gap is wide they find what kernels at the prices of the
 * relaxation miss (Danna, Rothberg, Le Pape, Exploring relaxation induced neighborhoods to improve MIP solutions, Math. Prog.
 * 102, 2005, has searches around a solution; prices choose what is near here).
 */

import { type Best, dispatchFixed, isClosed, isPriced, type Search, type SearchState } from './search.ts';
import { type KernelPart, relaxUnits, searchKernel } from './search-kernels.ts';

/** Hours of units that the first kernel leaves open; one that gains little is followed by one twice as large. */
const FIRST_FREE = 300;
const MOST_FREE = 600;
const GROWTH = 2;
/** At most this share of all hours is open: more is not near. */
const MOST_SHARE = 0.5;
/** A gain below this share of the gap is little. */
const LITTLE = 0.1;
/** Iterations of linear programs for one kernel. */
const WORK = 3_000;

/** The state with a better schedule where there is one around its own; its bound stays. */
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

/** Undefined where the dispatch of the schedule gives no prices. */
function nearby(search: Search, { values: given, dispatch }: Best, free: number): KernelPart | undefined {
  const { instance, formulation, integers, model } = search;
  const priced = isPriced(dispatch) ? dispatch : dispatchFixed(search, given);
  const relaxed = priced && relaxUnits(search, priced);
  if (!relaxed) return undefined;
  const present = new Map(Array.from(given.columns, (column, k) => [column, given.values[k] ?? 0]));
  const changes = relaxed.units.flatMap(({ count, optimum, on, off }, g) =>
    Array.from({ length: instance.periods }, (_, t) => {
      const column = formulation.x.on(g, t);
      const [whenOn = 0, whenOff = 0, many = 0] = [on[t], off[t], present.get(column)];
      const changed = count > 1 ? Math.max(whenOn, whenOff) : many > 0 ? whenOff : whenOn;
      return { column, rise: changed - optimum };
    }),
  );
  changes.sort((a, b) => a.rise - b.rise);
  const kept = new Set(changes.slice(free).map(({ column }) => column));
  const { columns } = model.parts();
  const boundsOf = (side: 'lower' | 'upper'): Float64Array =>
    Float64Array.from(integers.columns, (c) => (kept.has(c) ? present.get(c) : columns[c]?.[side]) ?? 0);
  return {
    lower: boundsOf('lower'),
    upper: boundsOf('upper'),
    free,
    // Nothing is known of what is outside, nor of what is inside.
    target: -Infinity,
    bound: -Infinity,
    isLast: false,
    work: WORK,
  };
}
