/**
 * Searches of parts of the commitment, kernels (Angelelli, Mansini, Speranza, Kernel search: a general heuristic for
 * the multi-dimensional knapsack problem, Computers & OR 37, 2010). Each kernel is chosen so that it proves a bound.
 * Let L be the Lagrangian bound and h a threshold. The kernel leaves open only the decisions whose min-marginals are at
 * most h above their optimum, so every schedule outside costs at least L + h. A kernel searched to the bound k
 * therefore proves min(k, L + h). The first kernel is small and finds a schedule of cost U; the kernel with h = (1 -
 * gap) U - L then contains everything that could still improve on it.
 */
import type { ColumnSpec } from '../../../milp/model.ts';
import type { PartialSolution } from '../../../solvers/solver.ts';
import { type Lagrangian, lagrangian } from '../../../uc/lagrangian/lagrangian.ts';
import { type ThresholdBounds, thresholdBounds } from '../../../uc/lagrangian/threshold-bounds.ts';
import { openKernel, type Part, type PartResult, runSearch } from './run-search.ts';
import { type Dispatch, isClosed, type Search, type SearchState } from './search.ts';

/** Number of open unit-hours in the first kernel. The next constant is the factor from one kernel to the next. */
export const FIRST_FREE = 60;
const GROWTH = 4;
/** A case with fewer unit-hours than this many first kernels have is searched as a whole. */
const FEWEST = 4;
/** Limit of work for a kernel that cannot close the gap, in iterations of linear programs. */
const WORK = 40_000;
/** The search of a kernel that cannot close the gap ends once it can narrow the gap by less than this share. */
const LEAST_GAIN = 0.2;
/** Factor by which the kernel that closes the gap may exceed the planned size. */
const TOLERATED = 1.5;
/** Largest closing kernel, unit-hours, that is always searched once there is a schedule to improve on. */
export const SEARCHED_AT_ONCE = FEWEST * FIRST_FREE;
/** Factor on the number of open unit-hours, after all hours with a rise equal to the threshold have been opened. */
const FILLED_UP = 1.2;
/** Relative tolerance of the target for rounding. */
const ROUNDING = 1e-8;

/** Prices the units at the duals of the relaxation; undefined if these give no bound. */
export function relaxUnits({ instance, formulation, model }: Search, { rowDual: duals }: Dispatch) {
  return lagrangian(instance, formulation, { ...model.parts(), duals });
}

/** True if the case is so small that it is searched as a single kernel. */
export const isSmall = (relaxed: Lagrangian): boolean => thresholdsOf(relaxed).length < FEWEST * FIRST_FREE;

/**
 * True if kernels are useful. Otherwise prices do not distinguish decisions, and a kernel would contain most of the
 * case, so the case is searched as a whole.
 */
export function hasKernels(relaxed: Lagrangian): boolean {
  const thresholds = thresholdsOf(relaxed);
  const first = thresholdFor(thresholds, FIRST_FREE, relaxed.bound);
  return !isSmall(relaxed) && first < (thresholds[thresholds.length >> 1] ?? 0);
}

/** A set of commitments in which to search. */
export interface Region {
  /** Columns of the model, with the bounds of the region. */
  readonly columns: readonly Required<ColumnSpec>[];
  /** Lower bound of the schedules outside the region, $. `bound`: lower bound of the schedules inside. */
  readonly elsewhere: number;
  readonly bound: number;
}

/** A kernel: bounds of the integer columns that contain every schedule that costs less than a target. */
interface Kernel extends ThresholdBounds {
  /** Target of the kernel, $. */
  readonly target: number;
  /** Lower bound of the schedules in the kernel, $. */
  readonly bound: number;
}

/** A kernel with the limits of its search. */
export interface KernelPart extends Kernel {
  /** True if the kernel contains every schedule that improves on the best one by more than the gap. */
  readonly isLast: boolean;
  /** Limit of work for the search of the kernel, in iterations of linear programs. */
  readonly work: number;
  readonly isStalled?: Part['isStalled'];
}

/** The kernel of all schedules that cost less than `target`; every schedule outside costs at least `target`. */
export function kernelBelow(
  { formulation, integers }: Search,
  relaxed: Lagrangian,
  target: number,
  columns: readonly Required<ColumnSpec>[],
): Kernel {
  const threshold = target - relaxed.bound + Math.abs(relaxed.bound) * ROUNDING;
  const bounds = thresholdBounds(formulation, relaxed, columns, integers.columns, threshold);
  return { ...bounds, target, bound: relaxed.bound };
}

/** Cost below which a schedule improves on the best one by more than the gap. */
function closingTarget({ best }: SearchState, mipGap: number): number {
  if (!best) return Infinity;
  return best.objective - (mipGap - ROUNDING) * Math.abs(best.objective);
}

/** The kernel of all schedules of a region that improve on the best one by more than the gap. */
export const closingKernel = (
  search: Search,
  relaxed: Lagrangian,
  state: SearchState,
  columns: readonly Required<ColumnSpec>[],
): Kernel => kernelBelow(search, relaxed, closingTarget(state, search.mipGap), columns);

/**
 * Searches kernels until the gap is closed, time is up, or a kernel contained all better schedules. `proven`: lower
 * bound of the schedules of the region, $.
 */
export async function searchKernels(
  search: Search,
  relaxed: Lagrangian,
  initial: SearchState,
  leftS: () => number,
  region: Region = {
    columns: search.model.parts().columns,
    elsewhere: Number.POSITIVE_INFINITY,
    bound: initial.bound,
  },
): Promise<{ readonly state: SearchState; readonly proven: number }> {
  let state = initial;
  let proven = region.bound;
  const thresholds = thresholdsOf(relaxed);
  let free = FIRST_FREE;
  while (leftS() > 0 && !isClosed({ ...state, bound: proven }, search.mipGap)) {
    const most = Math.max(free * TOLERATED, state.best ? SEARCHED_AT_ONCE : 0);
    const tolerated = relaxed.bound + (thresholds[Math.round(most)] ?? Infinity);
    const kernel = kernelOf(search, relaxed, state, region, free, tolerated);
    const result = await searchKernel(search, state, kernel, region, leftS);
    const isBetter = result.state.best !== state.best;
    state = result.state;
    proven = Math.max(proven, Math.min(result.inside, kernel.target));
    if (kernel.isLast && result.secure) break;
    // The solution violated flow limits, which have been added, so the same kernel is searched again with them.
    if (result.isCutShort || (!result.secure && !isBetter)) continue;
    free = Math.max(free, kernel.free) * GROWTH;
  }
  return { state, proven };
}

/**
 * A kernel of about `free` unit-hours of a region. It is the closing kernel if the target of that one is at most the
 * planned target or `tolerated`.
 */
export function kernelOf(
  search: Search,
  relaxed: Lagrangian,
  state: SearchState,
  { columns }: Region,
  free: number,
  tolerated = Number.NEGATIVE_INFINITY,
): KernelPart {
  const closing = closingTarget(state, search.mipGap);
  const planned = relaxed.bound + thresholdFor(thresholdsOf(relaxed), free, relaxed.bound);
  const isLast = closing <= Math.max(planned, tolerated);
  const kernel = kernelBelow(search, relaxed, isLast ? closing : planned, columns);
  return { ...kernel, isLast, work: isLast ? Infinity : WORK };
}

export async function searchKernel(
  search: Search,
  state: SearchState,
  kernel: KernelPart,
  { elsewhere }: Region,
  leftS: () => number,
): Promise<PartResult> {
  const { isLast, work, isStalled, target } = kernel;
  const { best } = state;
  const outside = Math.min(target, elsewhere);
  const session = await openKernel(search, kernel);
  const initial = { ...state, bound: Math.max(state.bound, Math.min(kernel.bound, outside)) };
  const part: Part = {
    session,
    start: best && isWithin(kernel, best.values) ? best.values : undefined,
    outside,
    leastGain: isLast ? 0 : LEAST_GAIN,
    work,
    ...(isStalled && { isStalled }),
  };
  try {
    return runSearch(search, initial, part, leftS());
  } finally {
    session.dispose();
  }
}

const isWithin = ({ lower, upper }: Kernel, { values }: PartialSolution): boolean =>
  values.every((value, k) => value >= (lower[k] ?? value) && value <= (upper[k] ?? value));

/**
 * A threshold that leaves about `free` unit-hours open. All hours with equal rises are opened together: this proves
 * much more for little more work.
 */
function thresholdFor(thresholds: readonly number[], free: number, bound: number): number {
  const equal = (thresholds[Math.round(free)] ?? Infinity) + ROUNDING * Math.abs(bound);
  const beyond = thresholds.findIndex((rise) => rise > equal);
  return beyond < 0 ? Infinity : (thresholds[Math.round(beyond * FILLED_UP)] ?? Infinity);
}

/**
 * One rise for each unit-hour, ascending: the rise of the Lagrangian bound if the unit is forced into the state that is
 * not optimal in this hour. A threshold of at least this rise leaves the unit-hour open.
 */
export const thresholdsOf = ({ units }: Lagrangian): number[] =>
  units
    .flatMap(({ optimum, on, off }) => Array.from(on, (cost, t) => Math.max(cost, off[t] ?? 0) - optimum))
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
