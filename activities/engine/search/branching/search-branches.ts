/**
 * Branch and bound on the numbers of units on (uc/formulation/unit-counts.ts); the branch with the lowest bound comes
 * first. In each branch a small kernel (search-kernels.ts) looks for a schedule: once the numbers are fixed, the
 * relaxation is close to schedules, and the kernel takes a tenth of the time. A branch is searched to its end if that
 * takes little work, and divided otherwise.
 */
import type { Lagrangian } from '../../../uc/lagrangian/lagrangian.ts';
import { boundColumns } from '../../model/restricted-model.ts';
import { isClosed, isFar, type Search, type SearchState } from '../kernels/search.ts';
import { closingKernel, hasKernels, SEARCHED_AT_ONCE, searchKernels } from '../kernels/search-kernels.ts';
import { type Branch, type BranchRelaxations, openBranchRelaxations } from './branch-relaxations.ts';
import { closeBranch, improveIn, type PricedBranch, passedBy } from './close-branch.ts';
import {
  boundOf,
  branchOn,
  divide,
  halve,
  placed,
  plannedHalves,
  plant,
  settle,
  type Tree,
  takeLowest,
  withBound,
} from './tree.ts';

/**
 * Largest kernels, as shares of the unit-hours: of a kernel that is searched at once to close a branch, and of one that
 * is searched after a search for a better schedule. In a small case, a few branches are faster than the cuts that a
 * solver generates in a large kernel.
 */
const AT_ONCE_SHARE = 1 / 8;
const MOST_SHARE = 1 / 2;

/** Searches kernels (searchKernels), within branches if there are numbers of units to branch on. */
export async function searchBranches(
  search: Search,
  relaxed: Lagrangian,
  initial: SearchState,
  leftS: () => number,
): Promise<SearchState> {
  const { mipGap } = search;
  if (!hasKernels(relaxed) || isClosed(initial, mipGap)) return initial;
  const isSmall = (): boolean =>
    initial.best !== undefined && closing(search, relaxed, initial).free <= SEARCHED_AT_ONCE;
  const isDivided = search.formulation.counts.length > 0 && !isSmall();
  const relaxations = isDivided ? await openBranchRelaxations(search) : undefined;
  if (!relaxations) return (await searchKernels(search, relaxed, initial, leftS)).state;
  try {
    let tree = withBound(plant(search, relaxations.root, initial));
    while (leftS() > 0 && !isClosed(tree.state, mipGap)) {
      const [branch, rest] = takeLowest(tree);
      if (!branch) break;
      tree = withBound(await visit(search, relaxations, rest, branch, leftS));
      // Restricts the relaxations to schedules that improve on the best one by the gap.
      if (tree.state.best) await relaxations.narrow(closing(search, relaxed, tree.state));
    }
    return tree.divisions.length > 0 ? { ...tree.state, divisions: tree.divisions } : tree.state;
  } finally {
    relaxations.dispose();
  }
}

const closing = (search: Search, relaxed: Lagrangian, state: SearchState) =>
  closingKernel(search, relaxed, state, search.model.parts().columns);

/** Visits a branch. `rest`: all other branches. */
async function visit(
  search: Search,
  relaxations: BranchRelaxations,
  rest: Tree,
  branch: Branch,
  leftS: () => number,
): Promise<Tree> {
  const { integers, model } = search;
  const priced = relaxations.price(branch);
  if (!priced) return settle(rest, branch.bound);
  const columns = boundColumns(model.parts().columns, integers.columns, branch.bounds);
  const region = { columns, elsewhere: boundOf(rest), bound: branch.bound };
  const at: PricedBranch = { branch, priced, region };
  if (branch.counts.length === 0) return searchToItsEnd(search, rest, at, leftS);
  const hours = search.instance.units.length * search.instance.periods;
  const atOnce = Math.min(SEARCHED_AT_ONCE, AT_ONCE_SHARE * hours);
  let step = await closeBranch(search, rest, at, atOnce, leftS);
  // The root is divided at once, since its kernel is harder than its size suggests; so is a branch with a planned
  // division, since the plan leads to better branches.
  if (step.next === 'search' && branch.depth > 0 && branch.planned === undefined) {
    // A better schedule makes the kernel that closes the branch smaller, so it is looked for first.
    step = await improveIn(search, step.tree, step.at, leftS);
    if (step.next !== 'none') step = await closeBranch(search, step.tree, step.at, MOST_SHARE * hours, leftS);
  }
  if (step.next === 'none') return step.tree;
  const tree = step.next === 'search' ? passedBy(step.tree) : step.tree;
  return branchIn(search, relaxations, tree, step.at, leftS);
}

/** Searches a branch to its end, without dividing it further. */
async function searchToItsEnd(
  search: Search,
  tree: Tree,
  { priced, region }: PricedBranch,
  leftS: () => number,
): Promise<Tree> {
  const { state, proven } = await searchKernels(search, priced, tree.state, leftS, region);
  return settle({ ...tree, state }, proven);
}

async function branchIn(
  search: Search,
  relaxations: BranchRelaxations,
  tree: Tree,
  { branch, priced, region }: PricedBranch,
  leftS: () => number,
): Promise<Tree> {
  const bounds = closingKernel(search, priced, tree.state, region.columns);
  const { target } = bounds;
  const plan = plannedHalves(search, branch, (on) => halve(search, relaxations, branch, bounds, on, leftS));
  const chosen = plan ? undefined : branchOn(search, relaxations, branch, bounds, target, leftS);
  // If the gap is wide, branching continues, because branches lead to better schedules.
  if (chosen?.isIdle && tree.state.best && !isFar(search, tree.state))
    return searchToItsEnd(search, tree, { branch, priced, region }, leftS);
  const halves = plan?.halves ?? chosen;
  if (!halves) return settle(tree, branch.bound);
  const branches = placed(search, halves, plan?.planned, tree.divisions.length, target);
  return settle(divide(tree, branch, halves.on, branches), target);
}
