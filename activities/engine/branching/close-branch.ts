/** Kernels of a branch: one that may hold a better schedule, and the one of all that are better by more than the gap. */
import type { Lagrangian } from '../../uc/lagrangian/lagrangian.ts';
import { closingTarget, kernelOf, type Region, searchKernel } from '../kernels.ts';
import { kernelBelow } from '../narrow-kernel.ts';
import { isClosed, type Search } from '../search-state.ts';
import type { Branch } from './branch.ts';
import { settle, type Tree } from './tree.ts';

export interface PricedBranch {
  readonly branch: Branch;
  readonly priced: Lagrangian;
  readonly region: Region;
}

export interface Closing {
  readonly tree: Tree;
  /** Of the branch: nothing, when it is settled or open again; else look for a schedule in it, or divide it. */
  readonly next: 'none' | 'improve' | 'divide';
}

/** Kernels of at most so many hours of units are searched whatever it takes. */
const LEAST_FREE = 240;
/** Work for larger ones, iterations of linear programs; after more of it they must be smaller by this factor. */
const WORK = 10_000;
const SHRINK = 0.7;
/** A kernel for a schedule ends after this much work; when it finds nothing better the next one is larger. */
const IMPROVING_WORK = 4_000;
const GROWTH = 1.5;
const MOST_FREE = 480;

/** Searches the branch to its end where that takes little work. */
export function closeBranch(
  search: Search,
  tree: Tree,
  { branch, priced, region }: PricedBranch,
  leftS: () => number,
): Closing {
  const { mipGap } = search;
  const { state } = tree;
  if (isClosed({ ...state, bound: branch.bound }, mipGap))
    return { tree: settle(tree, branch.bound), next: 'none' };
  const kernel = kernelBelow(search, priced, closingTarget(state, mipGap), region.columns);
  const isSmall = kernel.free <= LEAST_FREE;
  // Near the root a kernel is harder than its size says.
  const isWorthIt = state.best && (isSmall || (branch.depth > 0 && kernel.free <= tree.mostFree));
  if (!isWorthIt) return { tree, next: branch.depth > 0 ? 'improve' : 'divide' };
  const part = { ...kernel, isLast: true, work: isSmall ? Infinity : WORK };
  const result = searchKernel(search, state, part, region, leftS);
  const proven = Math.max(branch.bound, Math.min(result.inside, result.outside));
  const after = { ...tree, state: result.state };
  // With the limits that it broke the same kernel is another one.
  if (!result.secure) return { tree: { ...after, open: [...after.open, branch] }, next: 'none' };
  if (isClosed({ ...result.state, bound: proven }, mipGap))
    return { tree: settle(after, proven), next: 'none' };
  const mostFree = Math.max(LEAST_FREE, Math.min(tree.mostFree, SHRINK * kernel.free));
  return { tree: { ...after, mostFree }, next: 'divide' };
}

/** Looks for a better schedule: ever more rarely, and further, while there is none. The branch with what that proves. */
export function improveIn(
  search: Search,
  tree: Tree,
  at: PricedBranch,
  leftS: () => number,
): readonly [tree: Tree, at: PricedBranch] {
  if (tree.wait > 0) return [{ ...tree, wait: tree.wait - 1 }, at];
  const { branch, priced, region } = at;
  const { state: before, free: wanted } = tree;
  const kernel = kernelOf(search, priced, before, region, wanted);
  const part = { ...kernel, isLast: false, work: IMPROVING_WORK };
  const { state, inside, outside } = searchKernel(search, before, part, region, leftS);
  const bound = Math.max(branch.bound, Math.min(inside, outside));
  const isBetter = state.best !== before.best;
  const effort = isBetter
    ? { failures: 0, wait: 0 }
    : { free: Math.min(MOST_FREE, GROWTH * wanted), failures: tree.failures + 1, wait: tree.failures };
  return [
    { ...tree, ...effort, state },
    { ...at, branch: { ...branch, bound } },
  ];
}
