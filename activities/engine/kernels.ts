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
import { type Part, runSearch } from './run-search.ts';
import { type Dispatch, isClosed, type Search, type SearchState } from './search-state.ts';

/** Hours of units that the first kernel leaves open, and the growth from one kernel to the next. */
const FIRST_FREE = 60;
const GROWTH = 4;
/** Work of a kernel that cannot close the gap, iterations of linear programs. */
const WORK = 40_000;
/** A kernel that cannot close the gap ends when it could narrow it by less than this share. */
const LEAST_GAIN = 0.2;
/** Rounding of the bound, relative. */
const ROUNDING = 1e-8;

/** Undefined when the duals of the relaxation do not give a bound. */
export function relaxUnits({ instance, formulation, model }: Search, relaxation: Dispatch) {
  const { columns, rows } = model.parts();
  return lagrangian(instance, formulation, { columns, rows, duals: relaxation.rowDual });
}

/** Searches kernels until the gap is closed, the time is over or a kernel cannot be improved upon. */
export function searchKernels(
  search: Search,
  relaxed: Lagrangian,
  initial: SearchState,
  leftS: () => number,
): SearchState {
  const { mipGap, integers, model, session, formulation } = search;
  const rises = sortedRises(relaxed);
  let state = initial;
  let free = FIRST_FREE;
  while (leftS() > 0 && !isClosed(state, mipGap)) {
    const enough = closingThreshold(relaxed, state, mipGap);
    const threshold = Math.min(enough, rises[free] ?? Infinity);
    const last = threshold === enough || threshold === Infinity;
    const kernel = thresholdBounds(formulation, relaxed, model.parts().columns, integers.columns, threshold);
    session.setBounds(integers.columns, kernel.lower, kernel.upper);
    const part: Part = {
      outside: relaxed.bound - Math.abs(relaxed.bound) * ROUNDING + threshold,
      leastGain: last ? 0 : LEAST_GAIN,
      work: last ? Infinity : WORK,
    };
    const result = runSearch(search, state, part, leftS());
    integers.release();
    state = result.state;
    if (last && result.secure) break;
    free = Math.max(free, kernel.free) * GROWTH;
  }
  return state;
}

/** The threshold of a kernel that holds everything that could improve on the best schedule by more than the gap. */
function closingThreshold({ bound }: Lagrangian, { best }: SearchState, mipGap: number): number {
  if (!best) return Infinity;
  const worth = best.objective - mipGap * Math.abs(best.objective);
  return (worth - bound) * (1 + 1e-6) + 2 * Math.abs(bound) * ROUNDING;
}

/** The thresholds at which one more hour of a unit is open, ascending. */
const sortedRises = ({ units }: Lagrangian): number[] =>
  units
    .flatMap(({ optimum, on, off }) => Array.from(on, (cost, t) => Math.max(cost, off[t] ?? 0) - optimum))
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
