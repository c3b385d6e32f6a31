/**
 * Lagrangian relaxation of the unit-commitment MILP at the duals of its LP (Muckstadt, Koenig, An application of
 * Lagrangian relaxation to scheduling in power-generation systems, Operations Research 25, 1977). Rows that couple
 * units, and ramps, are priced. The remaining problem of each unit is a shortest path, and every other column takes the
 * cheaper of its bounds. The relaxation gives a lower bound and, for each decision, the rise of the bound if the
 * decision is forced.
 */
import type { ColumnSpec, Row } from '../../milp/model.ts';
import type { Formulation } from '../formulation/index.ts';
import type { Instance } from '../instance.ts';
import { type MinMarginals, minMarginals } from './min-marginals.ts';
import { unitStretches } from './unit-stretches.ts';

/** Min-marginals of each of `count` equal units. */
export interface UnitMarginals extends MinMarginals {
  readonly count: number;
}

export interface Lagrangian {
  /** Lower bound, $. */
  readonly bound: number;
  /** Min-marginals by unit, shape [units]. */
  readonly units: readonly UnitMarginals[];
  /**
   * Reduced costs, $, shape [columns]. For an integer column that belongs to no unit, this is the rise of the bound per
   * step.
   */
  readonly costs: Float64Array;
}

/** A model whose rows before `sharedFrom` belong to single units, without ramp rows. */
interface PricedModel {
  readonly columns: readonly Required<ColumnSpec>[];
  readonly rows: readonly Row[];
  /** Duals of the LP, shape [rows]. */
  readonly duals: Float64Array;
}

/** Reduced costs of unbounded columns below this are rounding errors, $. */
const TOLERANCE = 1e-5;

/**
 * Computes the relaxation; undefined if an unbounded column has a reduced cost at these duals, so that there is no
 * finite bound.
 */
export function lagrangian(
  instance: Instance,
  formulation: Formulation,
  { columns, rows, duals }: PricedModel,
): Lagrangian | undefined {
  const { sharedFrom } = formulation;
  const { constant, costs } = reducedCosts(
    Float64Array.from(columns, ({ cost }) => cost),
    rows.slice(sharedFrom),
    duals.subarray(sharedFrom),
  );
  const others = cheapestOthers(formulation, columns, costs);
  if (others === undefined) return undefined;
  const units: UnitMarginals[] = [];
  let bound = constant + others;
  for (const [g, { count }] of instance.units.entries()) {
    const stretches = unitStretches(instance, formulation, g, costs, columns);
    if (!stretches) return undefined;
    const marginals = minMarginals(stretches);
    bound += count * marginals.optimum;
    units.push({ ...marginals, count });
  }
  return Number.isFinite(bound) ? { bound, units, costs } : undefined;
}

/** Least cost of all columns that belong to no unit, each within its bounds. */
function cheapestOthers(
  { unitColumns }: Formulation,
  columns: readonly Required<ColumnSpec>[],
  costs: Float64Array,
): number | undefined {
  let total = 0;
  for (const [c, { lower, upper }] of columns.entries()) {
    const cost = costs[c] ?? 0;
    if (cost === 0 || unitColumns.has(c)) continue;
    const end = cost > 0 ? lower : upper;
    if (Number.isFinite(end)) total += cost * end;
    else if (Math.abs(cost) > TOLERANCE) return undefined;
  }
  return total;
}

/**
 * Costs of a Lagrangian relaxation. The rows that couple units are moved into the objective at the duals y of the LP
 * (Geoffrion, Lagrangean relaxation for integer programming, Math. Prog. Study 2, 1974),
 *
 *     c'x + sum_i y_i (b_i - a_i x),      y_i >= 0 where a_i x >= b_i,   y_i <= 0 where a_i x <= b_i
 *
 * A dual of the wrong sign is a rounding error and counts as 0, so that the relaxation stays a lower bound.
 */
interface ReducedCosts {
  /** Constant term sum_i y_i b_i, $. */
  readonly constant: number;
  /** Reduced costs c_j - sum_i y_i a_ij, $ per unit of column j, shape [columns]. */
  readonly costs: Float64Array;
}

/** Computes the reduced costs. `costs`: $, shape [columns]; `duals`: of `rows`, shape [rows]. */
function reducedCosts(costs: Float64Array, rows: readonly Row[], duals: Float64Array): ReducedCosts {
  const reduced = Float64Array.from(costs);
  let constant = 0;
  for (const [i, row] of rows.entries()) {
    const dual = rightSign(duals[i] ?? 0, row);
    if (dual === 0) continue;
    constant += dual * (dual > 0 ? row.lower : row.upper);
    for (const [coefficient, column] of row.terms)
      reduced[column] = (reduced[column] ?? 0) - dual * coefficient;
  }
  return { constant, costs: reduced };
}

function rightSign(dual: number, { lower, upper }: Row): number {
  if (dual > 0) return Number.isFinite(lower) ? dual : 0;
  return Number.isFinite(upper) ? dual : 0;
}

/**
 * Lower bound of the cost of all schedules with a given commitment, $: the Lagrangian bound plus, for each unit, the
 * largest rise that its decision in a single hour causes. `commitment`: number of equal units on; undefined if open;
 * shape [units][T].
 */
export const commitmentBound = (
  { bound, units }: Lagrangian,
  commitment: readonly (readonly (number | undefined)[])[],
): number => units.reduce((sum, unit, g) => sum + largestRise(unit, commitment[g] ?? []), bound);

function largestRise(
  { count, optimum, on, off }: UnitMarginals,
  hours: readonly (number | undefined)[],
): number {
  let largest = 0;
  for (const [t, running] of hours.entries()) {
    if (running === undefined) continue;
    const rise = riseOf(running, on[t], optimum) + riseOf(count - running, off[t], optimum);
    largest = Math.max(largest, rise);
  }
  return largest;
}

/**
 * Rise of the bound if `many` equal units take a decision of min-marginal `cost`, $; 0 if `many` is 0, even if the
 * decision is infeasible.
 */
const riseOf = (many: number, cost = 0, optimum: number): number => (many > 0 ? many * (cost - optimum) : 0);
