/**
 * Searches kernels of a branch: first a kernel that may contain a better schedule, then the kernel of all schedules
 * that are better by more than the gap.
 */
import type { SearchProgress } from '../../../solvers/solver.ts';
import type { Lagrangian } from '../../../uc/lagrangian/lagrangian.ts';
import { improveNearby } from '../kernels/nearby-kernels.ts';
import type { PartResult } from '../kernels/run-search.ts';
import { isClosed, isFar, type Search, type SearchState } from '../kernels/search.ts';
import {
  closingKernel,
  FIRST_FREE,
  kernelOf,
  type Region,
  SEARCHED_AT_ONCE,
  searchKernel,
} from '../kernels/search-kernels.ts';
import type { Branch } from './branch-relaxations.ts';
import { boundOf, MOST_FREE, settle, type Tree } from './tree.ts';

export interface PricedBranch {
  readonly branch: Branch;
  readonly priced: Lagrangian;
  readonly region: Region;
}

interface Step {
  readonly tree: Tree;
  /** The branch, with the bounds proved in this step. */
  readonly at: PricedBranch;
  /**
   * Next step. `none`: the branch is finished, or open again; `search`: a better schedule is looked for, since the
   * branch cannot be closed yet; `divide`: the branch has to be divided.
   */
  readonly next: 'none' | 'search' | 'divide';
}

/** Limit of work for a kernel of more than `SEARCHED_AT_ONCE` unit-hours, in iterations of linear programs. */
const WORK = 10_000;
/**
 * Patience at the root of the first search (see `rootStall`). The next constant is the factor by which it grows after
 * each search that did not close its branch.
 */
const PATIENCE = 2;
const MORE_PATIENCE = 1.25;
/**
 * Limit of work for a kernel that is searched for a better schedule. If it contains none, the next kernel is larger.
 */
const IMPROVING_WORK = 4_000;
const GROWTH = 3;
const MOST_IMPROVING = 480;
/** Factor by which kernels shrink after a search that did not close its branch. */
const SHRINK = 0.7;
/** Factor by which kernels grow again with every branch whose search is cut short; small, so that branching ends. */
const RECOVERY = 1.05;

/** Searches a branch to its end if that takes little work. `most`: largest kernel, unit-hours. */
export async function closeBranch(
  search: Search,
  tree: Tree,
  at: PricedBranch,
  most: number,
  leftS: () => number,
): Promise<Step> {
  const { branch, priced, region } = at;
  const { mipGap } = search;
  const { state } = tree;
  if (isClosed({ ...state, bound: branch.bound }, mipGap)) return settled(tree, at);
  // A second search is useful only if the best schedule has improved since the first.
  if (!state.best || state.best.objective === branch.searchedAt) return { tree, at, next: 'search' };
  const kernel = closingKernel(search, priced, state, region.columns);
  if (kernel.free > Math.min(most, tree.mostFree)) return { tree, at, next: 'search' };
  const part = {
    ...kernel,
    isLast: true,
    work: kernel.free <= SEARCHED_AT_ONCE ? Infinity : WORK,
    isStalled: rootStall(kernel.target, PATIENCE * MORE_PATIENCE ** tree.unclosed),
  };
  const result = await searchKernel(search, state, part, region, leftS);
  const raised = raise(at, result, kernel.target);
  const after = { ...tree, state: result.state };
  // The solution violated flow limits, which have been added, so the branch is searched again with them.
  if (!result.secure) return reopened(after, raised);
  if (isClosed({ ...result.state, bound: raised.branch.bound }, mipGap)) return settled(after, raised);
  const searchedAt = after.state.best?.objective;
  return lowestFirst(leftUnclosed(after, kernel.free), {
    ...raised,
    branch: { ...raised.branch, searchedAt },
  });
}

/** The tree after a search of a kernel of `free` unit-hours that did not close its branch. */
export const leftUnclosed = (tree: Tree, free: number): Tree => ({
  ...tree,
  mostFree: Math.max(FIRST_FREE, Math.min(tree.mostFree, SHRINK * free)),
  unclosed: tree.unclosed + 1,
});

/** The tree after a branch whose search was cut short. */
export const passedBy = (tree: Tree): Tree => ({
  ...tree,
  mostFree: Math.min(MOST_FREE, RECOVERY * tree.mostFree),
});

/**
 * Looks for a better schedule. With each failure in a row it looks less often, and in a larger kernel. If the gap is
 * wide, it looks once around the best schedule after the second kernel in a row without a better one.
 */
export async function improveIn(
  search: Search,
  tree: Tree,
  at: PricedBranch,
  leftS: () => number,
): Promise<Step> {
  if (tree.wait > 0) return { tree: { ...tree, wait: tree.wait - 1 }, at, next: 'divide' };
  const { priced, region } = at;
  const { state: before, free: size, failures, around } = tree;
  const kernel = kernelOf(search, priced, before, region, size);
  const part = { ...kernel, isLast: false, work: IMPROVING_WORK };
  const result = await searchKernel(search, before, part, region, leftS);
  const { best } = result.state;
  const isMissing = failures > 0 && best === before.best && best !== around && isFar(search, before);
  const state = isMissing ? await improveNearby(search, result.state, leftS) : result.state;
  const after = { ...tree, ...effortAfter(tree, state), state, ...(isMissing && { around: state.best }) };
  return lowestFirst(after, raise(at, result, kernel.target));
}

function effortAfter({ state, free, failures }: Tree, { best }: SearchState) {
  if (best !== state.best) return { free, failures: 0, wait: 0 };
  const larger = Math.min(MOST_IMPROVING, GROWTH * free);
  // While there is no schedule at all, the next branch is searched without waiting.
  return { free: larger, failures: failures + 1, wait: best ? failures : 0 };
}

function raise(at: PricedBranch, { inside }: PartResult, outside: number): PricedBranch {
  const bound = Math.max(at.branch.bound, Math.min(inside, outside));
  return { ...at, branch: { ...at.branch, bound } };
}

const settled = (tree: Tree, at: PricedBranch): Step => ({
  tree: settle(tree, at.branch.bound),
  at,
  next: 'none',
});

const reopened = (tree: Tree, at: PricedBranch): Step => ({
  tree: { ...tree, open: [...tree.open, at.branch] },
  at,
  next: 'none',
});

/**
 * Returns the branch to the open ones if the bound of another branch is lower than its own; otherwise it is divided.
 */
const lowestFirst = (tree: Tree, at: PricedBranch): Step =>
  at.branch.bound > boundOf(tree) ? reopened(tree, at) : { tree, at, next: 'divide' };

/**
 * Number of iterations before a search is judged. Its recent rate is the rate of the last LATE iterations, or of the
 * last LATE_SHARE of all iterations if these are more.
 */
const LEAST = 400;
const LATE = 200;
const LATE_SHARE = 0.3;

/**
 * Returns a function that is true if a search stalls at its root. HiGHS continues with rounds of cuts there as long as
 * each gains a little, although a branch on a number of units would gain more. A search stalls if its bound, at its
 * recent rate, would need more than `patience` times the iterations so far to reach `target`, $.
 */
export function rootStall(target: number, patience: number): (seen: SearchProgress) => boolean {
  const samples: { readonly iterations: number; readonly bound: number }[] = [];
  return ({ iterations, bound, nodes }) => {
    if (bound === null || !iterations || (nodes ?? 0) > 0) return false;
    if (iterations > (samples.at(-1)?.iterations ?? 0)) samples.push({ iterations, bound });
    const spent = iterations - (samples[0]?.iterations ?? iterations);
    if (spent < LEAST) return false;
    const late = iterations - Math.max(LATE, LATE_SHARE * spent);
    const since = samples.find((sample) => sample.iterations >= late);
    if (!since || since.iterations === iterations) return false;
    const rate = (bound - since.bound) / (iterations - since.iterations);
    return target - bound > rate * patience * spent;
  };
}
