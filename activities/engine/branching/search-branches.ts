/**
 * Branch and bound on the numbers of units that are on (uc/formulation/unit-counts.ts), the branch of the lowest bound
 * first. In each a small kernel (kernels.ts) looks for a schedule: where the numbers are settled, relaxation and
 * schedules are near each other, and it takes a tenth of the time. A branch is searched to its end where that takes
 * little work, and else divided.
 *
 * @module
 */
import type { Lagrangian } from '../../uc/lagrangian/lagrangian.ts';
import { boundColumns } from '../bound-columns.ts';
import { closingTarget, hasKernels, isSearchedAtOnce, searchKernels } from '../kernels.ts';
import { kernelBelow } from '../narrow-kernel.ts';
import { isClosed, type Search, type SearchState } from '../search-state.ts';
import type { Branch } from './branch.ts';
import { type BranchRelaxations, openBranchRelaxations } from './branch-relaxations.ts';
import { closeBranch, improveIn, type PricedBranch } from './close-branch.ts';
import { branchOn } from './strong-branching.ts';
import { boundOf, plant, settle, type Tree, takeLowest, withBound } from './tree.ts';

/** As searchKernels, in branches where there are numbers of units to branch on. */
export async function searchBranches(
  search: Search,
  relaxed: Lagrangian,
  initial: SearchState,
  leftS: () => number,
): Promise<SearchState> {
  const { mipGap } = search;
  if (!hasKernels(relaxed) || isClosed(initial, mipGap)) return initial;
  const isDivided = search.formulation.counts.length > 0 && !isSearchedAtOnce(search, relaxed, initial);
  const relaxations = isDivided ? await openBranchRelaxations(search) : undefined;
  if (!relaxations) return searchKernels(search, relaxed, initial, leftS).state;
  try {
    let tree = withBound(plant(relaxations.root, initial));
    while (leftS() > 0 && !isClosed(tree.state, mipGap)) {
      const [branch, rest] = takeLowest(tree);
      if (!branch) break;
      tree = withBound(visit(search, relaxations, rest, branch, leftS));
    }
    return tree.state;
  } finally {
    relaxations.dispose();
  }
}

/** `rest`: all other branches. */
function visit(
  search: Search,
  relaxations: BranchRelaxations,
  rest: Tree,
  branch: Branch,
  leftS: () => number,
): Tree {
  const { integers, model } = search;
  const priced = relaxations.price(branch);
  if (!priced) return settle(rest, branch.bound);
  const columns = boundColumns(model.parts().columns, integers.columns, branch.bounds);
  const region = { columns, elsewhere: boundOf(rest), bound: branch.bound };
  const at: PricedBranch = { branch, priced, region };
  if (branch.counts.length === 0) {
    const { state, proven } = searchKernels(search, priced, rest.state, leftS, region);
    return settle({ ...rest, state }, proven);
  }
  let step = closeBranch(search, rest, at, leftS);
  if (step.next === 'improve') {
    step = improveIn(search, step.tree, step.at, leftS);
    if (step.next !== 'none') step = closeBranch(search, step.tree, step.at, leftS);
  }
  return step.next === 'none' ? step.tree : divide(search, relaxations, step.tree, step.at, leftS);
}

function divide(
  search: Search,
  relaxations: BranchRelaxations,
  tree: Tree,
  { branch, priced, region }: PricedBranch,
  leftS: () => number,
): Tree {
  const target = closingTarget(tree.state, search.mipGap);
  const bounds = kernelBelow(search, priced, target, region.columns);
  const branches = branchOn(search, relaxations, branch, bounds, target, leftS);
  if (!branches) return settle(tree, branch.bound);
  return settle({ ...tree, open: [...tree.open, ...branches] }, target);
}
