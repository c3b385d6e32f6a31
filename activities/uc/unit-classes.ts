/**
 * Classes of units of about the same size. A relaxation knows better how many units of a class are on than which of
 * them: a schedule trades one for another at little cost.
 */
import type { Unit } from './instance.ts';

/** The largest unit of a class exceeds the smallest by at most this factor. */
const ALIKE = 1.1;

type Sized = Pick<Unit, 'pMax' | 'count'>;

/** Positions of the units of each class of two units or more, smallest units first. */
export function unitClasses(units: readonly Sized[]): number[][] {
  const size = (g: number): number => Math.max(...(units[g]?.pMax ?? [0]));
  const classes: number[][] = [];
  for (const g of [...units.keys()].sort((a, b) => size(a) - size(b) || a - b)) {
    const last = classes.at(-1);
    if (last && size(g) <= ALIKE * size(last[0] ?? g)) last.push(g);
    else classes.push([g]);
  }
  return classes.filter((members) => unitsIn(units, members) > 1);
}

const unitsIn = (units: readonly Sized[], members: readonly number[]): number =>
  members.reduce((sum, g) => sum + (units[g]?.count ?? 0), 0);
