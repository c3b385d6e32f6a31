/**
 * The open branches, the bound of all other schedules, and the division of a branch. A branch is divided as in a
 * similar case, or by strong branching (Applegate, Bixby, Chvátal, Cook, Finding cuts in the TSP, DIMACS TR 95-05,
 * 1995) on numbers of units: among the most promising disjunctions n <= k or n >= k + 1, the one whose relaxations
 * raise the bound most. The divisions of a similar case are a plan that saves these relaxations. Any division is valid,
 * so the plan affects only the time.
 */
import type { SavedDivision } from '../../../../temporal/case/messages/warm-start.ts';
import type { Bounds } from '../../model/restricted-model.ts';
import type { Best, Search, SearchState } from '../kernels/search.ts';
import { FIRST_FREE } from '../kernels/search-kernels.ts';
import type { Branch, BranchRelaxations, Place } from './branch-relaxations.ts';

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
  /**
   * Number of kernels in a row in which no better schedule was found. `wait`: number of branches to skip before the
   * next such kernel.
   */
  readonly failures: number;
  readonly wait: number;
  /** Best schedule at the time of the last search around it. */
  readonly around?: Best | undefined;
  /** Divisions made so far. */
  readonly divisions: readonly SavedDivision[];
}

/** Upper limit of `mostFree`, unit-hours. A branch with a larger kernel is divided. */
export const MOST_FREE = 1_200;

/** The initial tree: its only open branch is the root, which begins the plan. */
export const plant = ({ similar }: Pick<Search, 'similar'>, root: Branch, state: SearchState): Tree => ({
  state,
  open: [{ ...root, planned: planFor(similar?.divisions, null) }],
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

/** The open branch with the lowest bound, and the tree without this branch. */
export function takeLowest(tree: Tree): readonly [branch: Branch | undefined, rest: Tree] {
  const [first, ...others] = tree.open;
  const lowest = others.reduce(
    (least, branch) => (branch.bound < (least?.bound ?? 0) ? branch : least),
    first,
  );
  return [lowest, { ...tree, open: tree.open.filter((branch) => branch !== lowest) }];
}

/** The tree with `branches` in place of a branch that was divided. */
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

/** Lowers the bound of the schedules outside the open branches to `bound`, if that is lower. */
export const settle = (tree: Tree, bound: number): Tree => ({
  ...tree,
  settled: Math.min(tree.settled, bound),
});

/** The tree with the bound that follows from its branches. */
export function withBound(tree: Tree): Tree {
  const { state } = tree;
  const bound = Math.max(state.bound, boundOf(tree));
  return Number.isFinite(bound) ? { ...tree, state: { ...state, bound } } : tree;
}

/** Maximum number of disjunctions that are tried. */
const TRIED = 6;
/** Weight of the side whose bound rises more; the other side has weight 1. */
const OTHER_SIDE = 1e-3;

/**
 * Least rise of the bound on the side where it rises less, as a share of the gap. A disjunction with a smaller rise
 * gains nothing.
 */
const NOWHERE = 2e-3;

interface Chosen extends Halves {
  /** True if branching on numbers of units gains nothing more; only the choice of the units that are on remains. */
  readonly isIdle: boolean;
}

/**
 * Divides a branch by strong branching. `bounds`: contain every schedule of `parent` below `target`. Undefined if no
 * disjunction was relaxed in time.
 */
export function branchOn(
  search: Search,
  relaxations: BranchRelaxations,
  parent: Branch,
  bounds: Bounds,
  target: number,
  leftS: () => number,
): Chosen | undefined {
  let best: { readonly score: number; readonly halves: Halves } | undefined;
  const room = target - parent.bound;
  for (const { count, value } of parent.counts.slice(0, TRIED)) {
    const on = { column: count.column, most: Math.floor(value) };
    const halves = halve(search, relaxations, parent, bounds, on, leftS);
    if (!halves) break;
    const rises = [halves.below, halves.above].map((side) =>
      Math.min(room, side ? side.bound - parent.bound : room),
    );
    const score = Math.min(...rises) + OTHER_SIDE * Math.max(...rises);
    if (!best || score > best.score) best = { score, halves };
    if (Math.min(...rises) >= room) break;
  }
  return best && { ...best.halves, isIdle: best.score < NOWHERE * search.mipGap * Math.abs(parent.bound) };
}

/** A disjunction: the column of a number of units n, and k of its sides n <= k and n >= k + 1. */
export type Disjunction = Pick<SavedDivision, 'column' | 'most'>;

/** The two branches of a disjunction: at most this many units on, or more. A branch without a schedule is undefined. */
export interface Halves {
  readonly on: Disjunction;
  readonly below: Branch | undefined;
  readonly above: Branch | undefined;
}

/**
 * Relaxes both halves. `bounds`: bounds of the integer columns that contain the schedules still wanted from `parent`.
 * Undefined if time is up.
 */
export function halve(
  { integers }: Search,
  relaxations: BranchRelaxations,
  parent: Branch,
  { lower, upper }: Bounds,
  on: Disjunction,
  leftS: () => number,
): Halves | undefined {
  const at = integers.columns.indexOf(on.column);
  const most = Math.min(upper[at] ?? 0, on.most);
  const least = Math.max(lower[at] ?? 0, on.most + 1);
  const relaxed = (bounds: Bounds): Branch | undefined | 'limit' =>
    (bounds.lower[at] ?? 0) > (bounds.upper[at] ?? 0)
      ? undefined
      : relaxations.relax(parent, bounds, leftS());
  const below = relaxed({ lower, upper: upper.with(at, most) });
  const above = relaxed({ lower: lower.with(at, least), upper });
  return below === 'limit' || above === 'limit' ? undefined : { on, below, above };
}

/** The division does not affect a side if the bound of that side rises by less than this share. */
const IDLE = 2e-5;

/**
 * Divides a branch by the plan. Returns the halves of the next planned division that raises the bounds of both sides,
 * and the position of this division. A division that raises the bound of one side only is skipped. Undefined if no such
 * division is left.
 */
export function plannedHalves(
  { similar, formulation }: Search,
  branch: Branch,
  halvesOf: (on: Disjunction) => Halves | undefined,
): { readonly halves: Halves; readonly planned: number } | undefined {
  const { divisions } = similar ?? {};
  let at = branch.planned;
  while (at !== undefined) {
    const on = divisions?.[at];
    if (!on || !formulation.counts.some(({ column }) => column === on.column)) return undefined;
    const halves = halvesOf(on);
    if (!halves) return undefined;
    const isIdle = (side: Branch | undefined): boolean =>
      side !== undefined && side.bound - branch.bound < IDLE * Math.abs(branch.bound);
    const [below, above] = [isIdle(halves.below), isIdle(halves.above)];
    if (!below && !above) return { halves, planned: at };
    if (below && above) return undefined;
    at = planFor(divisions, [at, below ? 'below' : 'above']);
  }
  return undefined;
}

/**
 * The branches of the division at `position` whose bounds are below `target`, with their places in the tree and in the
 * plan.
 */
export function placed(
  { similar }: Search,
  { below, above }: Halves,
  planned: number | undefined,
  position: number,
  target: number,
): Branch[] {
  const sides = [
    [below, 'below'],
    [above, 'above'],
  ] as const;
  return sides.flatMap(([branch, side]): Branch[] => {
    if (!branch || branch.bound >= target) return [];
    const next = planned === undefined ? undefined : planFor(similar?.divisions, [planned, side]);
    return [{ ...branch, place: [position, side], planned: next }];
  });
}

/** Position in the plan of the division of the branch at `place`; null for the root. */
function planFor(divisions: readonly SavedDivision[] = [], place: Place | null): number | undefined {
  const at = divisions.findIndex(
    ({ of, side }) => of === (place?.[0] ?? null) && (!place || side === place[1]),
  );
  return at < 0 ? undefined : at;
}
