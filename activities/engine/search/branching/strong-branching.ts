/**
 * Strong branching (Applegate, Bixby, Chvátal, Cook, Finding cuts in the TSP, DIMACS TR 95-05, 1995) on numbers of
 * units: of the most promising disjunctions n <= k or n >= k + 1 the one whose relaxations raise the bound most. It
 * halves the branch.
 */

import type { SavedDivision } from '../../../../temporal/case/messages/warm-start.ts';
import type { Bounds } from '../../model/integer-columns.ts';
import type { Search } from '../kernels/search-state.ts';
import type { Branch } from './branch.ts';
import type { BranchRelaxations } from './branch-relaxations.ts';

/** Disjunctions that are tried. */
const TRIED = 6;
/** Weight of the side that rises more. */
const OTHER_SIDE = 1e-3;

/** Disjunctions that raise the worse side by less than this share of the gap, relative to the bound, get nowhere. */
const IDLE = 2e-3;

interface Chosen extends Halves {
  /** The numbers of units no longer matter: what is missing is in which units are on. */
  readonly isIdle: boolean;
}

/** `bounds`: of what may hold a schedule of `parent` below `target`. Undefined when none could be relaxed. */
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
  return best && { ...best.halves, isIdle: best.score < IDLE * search.mipGap * Math.abs(parent.bound) };
}

/** A number of units, and at most how many of them are on in the branch below. */
export type Disjunction = Pick<SavedDivision, 'column' | 'most'>;

/** The two branches on a number of units: at most so many are on, or more. One that is undefined has no schedule. */
export interface Halves {
  readonly on: Disjunction;
  readonly below: Branch | undefined;
  readonly above: Branch | undefined;
}

/** `bounds`: of what is left to search in `parent`. Undefined when the time is over. */
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
