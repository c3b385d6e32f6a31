/**
 * Strong branching (Applegate, Bixby, Chvátal, Cook, Finding cuts in the TSP, DIMACS TR 95-05, 1995) on numbers of
 * units: of the most promising disjunctions n <= k or n >= k + 1 the one whose relaxations raise the bound most.
 */
import type { Bounds } from '../bound-columns.ts';
import type { Search } from '../search-state.ts';
import type { Branch } from './branch.ts';
import type { BranchRelaxations } from './branch-relaxations.ts';

/** Disjunctions that are tried. */
const TRIED = 6;
/** Weight of the side that rises more. */
const OTHER_SIDE = 1e-3;

interface Choice {
  readonly score: number;
  readonly branches: readonly Branch[];
}

/** Branches that hold every schedule of `parent` below `target`; undefined when none could be relaxed. */
export function branchOn(
  { integers }: Search,
  relaxations: BranchRelaxations,
  parent: Branch,
  { lower, upper }: Bounds,
  target: number,
  leftS: () => number,
): readonly Branch[] | undefined {
  let best: Choice | undefined;
  const room = target - parent.bound;
  for (const { count, value } of parent.counts.slice(0, TRIED)) {
    const at = integers.columns.indexOf(count.column);
    const most = { lower, upper: upper.with(at, Math.floor(value)) };
    const least = { lower: lower.with(at, Math.ceil(value)), upper };
    const below = relaxations.relax(parent, most, leftS());
    const above = relaxations.relax(parent, least, leftS());
    if (below === 'limit' || above === 'limit') break;
    const rises = [below, above].map((side) => Math.min(room, side ? side.bound - parent.bound : room));
    const score = Math.min(...rises) + OTHER_SIDE * Math.max(...rises);
    const branches = [below, above].flatMap((side) => (side && side.bound < target ? side : []));
    if (!best || score > best.score) best = { score, branches };
    if (branches.length === 0) break;
  }
  return best?.branches;
}
