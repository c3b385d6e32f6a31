/**
 * Searches of parts of the commitment, kernels (Angelelli, Mansini, Speranza, Kernel search: a general heuristic
 * for the multi-dimensional knapsack problem, Computers & OR 37, 2010), chosen so that each proves something: with
 * the Lagrangian bound L, a threshold h leaves open only the decisions whose min-marginals rise by at most h above
 * their optimum, so that every schedule outside the kernel costs at least L + h. A kernel searched to the bound k
 * therefore proves min(k, L + h). The first kernel is small and finds a schedule of cost U; with h = (1 - gap) U - L
 * the next one holds everything that could still improve on it.
 *
 * @module
 */
import { type Lagrangian, lagrangian } from '../uc/lagrangian/lagrangian.ts';
import { thresholdBounds } from '../uc/lagrangian/threshold-bounds.ts';
import { type Part, type PartResult, runSearch } from './run-search.ts';
import { type Dispatch, isClosed, type Search, type SearchState } from './search-state.ts';

/** Hours of units that the first kernel leaves open. */
const FIRST_FREE = 400;
/** Work of the first kernel, iterations of linear programs. */
const FIRST_WORK = 40_000;
/** Rounding of the bound, relative. */
const ROUNDING = 1e-8;

/** Undefined when the duals of the relaxation do not give a bound. */
export function relaxUnits({ instance, formulation, model }: Search, relaxation: Dispatch) {
  const { columns, rows } = model.parts();
  return lagrangian(instance, formulation, { columns, rows, duals: relaxation.rowDual });
}

/** Searches kernels until the gap is closed, the time is over or a kernel would be the whole model. */
export function searchKernels(
  search: Search,
  relaxed: Lagrangian,
  initial: SearchState,
  leftS: () => number,
): SearchState {
  const { mipGap } = search;
  let state = initial;
  let threshold = firstThreshold(relaxed);
  let work = FIRST_WORK;
  while (leftS() > 0 && !isClosed(state, mipGap)) {
    const kernel = thresholdBounds(
      search.formulation,
      relaxed,
      search.model.parts().columns,
      search.integers.columns,
      threshold,
    );
    const outside = relaxed.bound * (1 - Math.sign(relaxed.bound) * ROUNDING) + threshold;
    const part: Part = { outside, mipGap: work < Infinity ? mipGap / 2 : mipGap, work };
    search.session.setBounds(search.integers.columns, kernel.lower, kernel.upper);
    const result = runSearch(search, state, part, leftS());
    search.integers.release();
    state = result.state;
    const next = nextThreshold(relaxed, threshold, result, mipGap);
    if (next === undefined || (next <= threshold && work === Infinity && result.secure)) break;
    threshold = Math.max(threshold, next);
    work = Infinity;
  }
  return state;
}

/** Enough to close the gap from below when there is a schedule; more when there is none. */
function nextThreshold(
  { bound }: Lagrangian,
  threshold: number,
  { state, outcome }: PartResult,
  mipGap: number,
): number | undefined {
  if (!state.best) return outcome === 'infeasible' ? 2 * threshold : undefined;
  const cost = state.best.objective;
  return Math.max(
    threshold,
    (cost - mipGap * Math.abs(cost) - bound) * (1 + 1e-6) + Math.abs(bound) * ROUNDING * 2,
  );
}

/** The threshold that leaves the wanted number of unit hours open. */
function firstThreshold({ units }: Lagrangian): number {
  const rises = units
    .flatMap(({ optimum, on, off }) => Array.from(on, (cost, t) => Math.max(cost, off[t] ?? 0) - optimum))
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
  return rises[Math.min(FIRST_FREE, rises.length - 1)] ?? 0;
}
