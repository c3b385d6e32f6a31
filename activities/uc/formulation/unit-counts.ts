/**
 * Number of units on in a class K of units of about the same size:
 *
 *     n_t = sum_{g in K} u_gt,      n_t integer
 *
 * The commitment determines n, so the row excludes no schedule. Branching on n (n <= k or n >= k + 1) raises the bound,
 * whereas branching on one unit only moves its share to another unit of the class. In the capacity row, p_max n
 * replaces the common part of the units, so that solvers round and branch on n. Integer variables for the number of
 * identical units: Knueven, Ostrowski, Watson, IEEE Trans. Power Syst. 33, 2018; here the units of a class need not be
 * identical.
 */
import { type Column, equal, type MilpBuilder, type Term } from '../../milp/model.ts';
import type { Instance, Unit } from '../instance.ts';
import type { Variables } from '../variables.ts';

export interface UnitCount {
  /** Column of n_t. */
  readonly column: Column;
  /** Row of the model that defines the number of units on. */
  readonly row: number;
  /** Position of the class. The next field has the positions of its units. */
  readonly unitClass: number;
  readonly members: readonly number[];
  readonly hour: number;
  /** Largest output of the smallest unit of the class, MW. */
  readonly mw: number;
}

/**
 * Maximum number of unit-hours (units times hours) of a case with these columns. In a larger case a single unit matters
 * less, and branching on n costs more than it gains (engine/search/README.md).
 */
const MOST_HOURS = 5_000;

/** Adds one count per class and hour; none for a dispatch, whose commitment is given. */
export function addUnitCounts(milp: MilpBuilder, instance: Instance, x: Variables): UnitCount[] {
  const { units, periods, jobType } = instance;
  if (jobType === 'ed' || units.length * periods > MOST_HOURS) return [];
  return unitClasses(units).flatMap((members, unitClass) => {
    const upper = members.reduce((sum, g) => sum + (units[g]?.count ?? 0), 0);
    return Array.from({ length: periods }, (_, hour): UnitCount => {
      const column = milp.column({ upper, integer: true });
      const row = milp.row(equal(0, [...members.map((g): Term => [1, x.on(g, hour)]), [-1, column]]));
      const mw = Math.min(...members.map((g) => units[g]?.pMax[hour] ?? 0));
      return { column, row, unitClass, members, hour, mw };
    });
  });
}

/** Terms of one hour, with n in place of the common part of the coefficients of u in each class. */
export function inCounts(terms: readonly Term[], counts: readonly UnitCount[], x: Variables): Term[] {
  const common = new Map(
    counts.flatMap(({ members, hour, mw }) => members.map((g) => [x.on(g, hour), mw] as const)),
  );
  const rest = terms.map(([mw, column]): Term => [mw - (common.get(column) ?? 0), column]);
  const counted = counts.map(({ mw, column }): Term => [mw, column]);
  return [...rest, ...counted].filter(([mw]) => mw !== 0);
}

/** Values of n for the classes in which every u has a value. */
export function countValues(
  values: ReadonlyMap<Column, number>,
  counts: readonly UnitCount[],
  x: Variables,
): [Column, number][] {
  return counts.flatMap(({ column, members, hour }): [Column, number][] => {
    const on = members.flatMap((g) => values.get(x.on(g, hour)) ?? []);
    return on.length === members.length ? [[column, on.reduce((sum, u) => sum + u, 0)]] : [];
  });
}

/** Factor by which the largest unit of a class may exceed the smallest. */
const ALIKE = 1.1;

type Sized = Pick<Unit, 'pMax' | 'count'>;

/**
 * Positions of the units of each class of two units or more, smallest units first. A relaxation predicts how many units
 * of about the same size are on better than which of them: a schedule swaps one for another at little cost.
 */
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
