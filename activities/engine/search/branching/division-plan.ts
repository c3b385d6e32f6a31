/**
 * How a similar case was divided, as a plan for this one: its branches are relaxed without the many relaxations that
 * find the number to branch on, and searched where it ends. Any division is valid, so that only time depends on it.
 */
import type { SavedDivision } from '../../../../temporal/case/messages/warm-start.ts';
import type { Search } from '../kernels/search-state.ts';
import type { Branch, Place } from './branch.ts';
import type { Disjunction, Halves } from './strong-branching.ts';

/** True where the plan goes on. */
export const isPlanned = (branch: Branch): boolean => branch.planned !== undefined;

/** A side that rises by less than this share of the bound is not cut off by the other. */
const IDLE = 2e-5;

/**
 * A branch in the halves of the next division that raises both of its sides, and where in the plan that is. Divisions
 * that cut nothing off here are passed by; undefined where the plan ends.
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

/** Everything, with its place in the plan. */
export const withPlan = ({ similar }: Search, root: Branch): Branch => ({
  ...root,
  planned: planFor(similar?.divisions, null),
});

/** Branches below `target` of the division at `position`, with their places in the tree and in the plan. */
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

/** Position of the division of a place; null = of everything. */
function planFor(divisions: readonly SavedDivision[] = [], place: Place | null): number | undefined {
  const at = divisions.findIndex(
    ({ of, side }) => of === (place?.[0] ?? null) && (!place || side === place[1]),
  );
  return at < 0 ? undefined : at;
}
