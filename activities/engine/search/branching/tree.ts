/** Branches that are open, and what is known of all of them. */
import type { SavedDivision } from '../../../../temporal/case/messages/warm-start.ts';
import { FIRST_FREE } from '../kernels/search-kernels.ts';
import type { Best, SearchState } from '../kernels/search-state.ts';
import type { Branch } from './branch.ts';
import type { Disjunction } from './strong-branching.ts';

export interface Tree {
  readonly state: SearchState;
  readonly open: readonly Branch[];
  /** Lower bound of the schedules outside the open branches, $. */
  readonly settled: number;
  /** Largest kernel, in unit-hours, for which a branch is solved to completion. */
  readonly mostFree: number;
  /** Number of branches whose closing search was stopped early. */
  readonly unclosed: number;
  /** Size of the next kernel that is searched for a schedule, unit-hours. */
  readonly free: number;
  /** Kernels in a row that found nothing better, and branches to pass by before the next one. */
  readonly failures: number;
  readonly wait: number;
  /** The schedule around which a better one was looked for last. */
  readonly around?: Best | undefined;
  /** How it was divided so far. */
  readonly divisions: readonly SavedDivision[];
}

/** Hours of units; larger kernels are left to the branches below. */
const MOST_FREE = 1_200;
/** After a search that did not close its branch kernels must be smaller by this factor, */
const SHRINK = 0.7;
/** and with every branch that is passed by they may be larger again, lest branches go on without end. */
const RECOVERY = 1.05;

export const plant = (root: Branch, state: SearchState): Tree => ({
  state,
  open: [root],
  settled: Number.POSITIVE_INFINITY,
  mostFree: MOST_FREE,
  unclosed: 0,
  free: FIRST_FREE,
  failures: 0,
  wait: 0,
  divisions: [],
});

/** Lower bound of all schedules, $. */
export const boundOf = ({ open, settled }: Tree): number =>
  open.reduce((least, { bound }) => Math.min(least, bound), settled);

/** The open branch of the lowest bound, and the tree without it. */
export function takeLowest(tree: Tree): readonly [branch: Branch | undefined, rest: Tree] {
  const [first, ...others] = tree.open;
  const lowest = others.reduce(
    (least, branch) => (branch.bound < (least?.bound ?? 0) ? branch : least),
    first,
  );
  return [lowest, { ...tree, open: tree.open.filter((branch) => branch !== lowest) }];
}

/** A kernel of `free` hours of units did not close its branch. */
export const leftUnclosed = (tree: Tree, free: number): Tree => ({
  ...tree,
  mostFree: Math.max(FIRST_FREE, Math.min(tree.mostFree, SHRINK * free)),
  unclosed: tree.unclosed + 1,
});

/** A branch was not searched to its end. */
export const passedBy = (tree: Tree): Tree => ({
  ...tree,
  mostFree: Math.min(MOST_FREE, RECOVERY * tree.mostFree),
});

/** Divided, into `branches`. */
export const divide = (
  tree: Tree,
  { place }: Branch,
  { column, most }: Disjunction,
  branches: readonly Branch[],
): Tree => ({
  ...tree,
  open: [...tree.open, ...branches],
  divisions: [...tree.divisions, { column, most, of: place?.[0] ?? null, side: place?.[1] ?? 'below' }],
});

/** Lowers the bound of what lies outside the open branches to `bound`. */
export const settle = (tree: Tree, bound: number): Tree => ({
  ...tree,
  settled: Math.min(tree.settled, bound),
});

/** What the branches prove is proven. */
export function withBound(tree: Tree): Tree {
  const { state } = tree;
  const bound = Math.max(state.bound, boundOf(tree));
  return Number.isFinite(bound) ? { ...tree, state: { ...state, bound } } : tree;
}
