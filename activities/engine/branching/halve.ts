/** The two branches of a branch on a number of units: at most so many are on, or more. */
import type { SavedDivision } from '../../../temporal/messages/saved-relaxation.ts';
import type { Bounds } from '../bound-columns.ts';
import type { Search } from '../search-state.ts';
import type { Branch } from './branch.ts';
import type { BranchRelaxations } from './branch-relaxations.ts';

/** Of which number, and at most how many units of it are on below. */
export type Disjunction = Pick<SavedDivision, 'column' | 'most'>;

/** A branch that is undefined has no schedule. */
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
