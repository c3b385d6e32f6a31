/**
 * Strong branching (Applegate, Bixby, Chvátal, Cook, Finding cuts in the TSP, DIMACS TR 95-05, 1995) on numbers of
 * units: of the most promising disjunctions n <= k or n >= k + 1 the one whose relaxations raise the bound most.
 */
import type { Bounds } from '../bound-columns.ts';
import type { Search } from '../search-state.ts';
import type { Branch } from './branch.ts';
import type { BranchRelaxations } from './branch-relaxations.ts';
import { type Halves, halve } from './halve.ts';

/** Disjunctions that are tried. */
const TRIED = 6;
/** Weight of the side that rises more. */
const OTHER_SIDE = 1e-3;

interface Choice {
  readonly score: number;
  readonly halves: Halves;
}

/** `bounds`: of what may hold a schedule of `parent` below `target`. Undefined when none could be relaxed. */
export function branchOn(
  search: Search,
  relaxations: BranchRelaxations,
  parent: Branch,
  bounds: Bounds,
  target: number,
  leftS: () => number,
): Halves | undefined {
  let best: Choice | undefined;
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
  return best?.halves;
}
