/**
 * A kernel is the set of commitments within bounds such that every schedule outside of it costs at least its target. It is a
 * model of its own: what its bounds fix is left out, so that presolve has little left to do, and the model of the
 * relaxations is spared the rows that searches need.
 */
import type { ColumnSpec } from '../../../milp/model.ts';
import type { Search as MilpSearch, SearchWatch, SolverSession } from '../../../solvers/solver.ts';
import type { Lagrangian } from '../../../uc/lagrangian/lagrangian.ts';
import { type ThresholdBounds, thresholdBounds } from '../../../uc/lagrangian/threshold-bounds.ts';
import { type Bounds, boundColumns } from '../../model/integer-columns.ts';
import { type RestrictedModel, restrictModel } from '../../model/restricted-model.ts';
import type { Search } from './search-state.ts';

export interface Kernel extends ThresholdBounds {
  /** $. */
  readonly target: number;
  /** Lower bound of the schedules in the kernel, $. */
  readonly bound: number;
}

/** Rounding of a bound, relative. */
const ROUNDING = 1e-8;

/** The kernel of all schedules that cost less than `target`. */
export function kernelBelow(
  { formulation, integers }: Search,
  relaxed: Lagrangian,
  target: number,
  columns: readonly Required<ColumnSpec>[],
): Kernel {
  const threshold = target - relaxed.bound + Math.abs(relaxed.bound) * ROUNDING;
  const bounds = thresholdBounds(formulation, relaxed, columns, integers.columns, threshold);
  return { ...bounds, target, bound: relaxed.bound };
}

const INFEASIBLE: MilpSearch = {
  outcome: 'infeasible',
  objective: null,
  bound: Number.POSITIVE_INFINITY,
  primal: new Float64Array(),
  nodes: 0,
};

/** `bounds`: of the integer columns. Solutions, starts and costs are those of the whole model. */
export async function openKernel(
  { model, integers, openPart }: Search,
  bounds: Bounds,
): Promise<Pick<SolverSession, 'search' | 'dispose'>> {
  const { columns, rows } = model.parts();
  const restricted = restrictModel({
    columns: boundColumns(columns, integers.columns, bounds),
    rows: [...rows, ...model.waiting()],
  });
  if (!restricted) return { search: () => INFEASIBLE, dispose: () => undefined };
  const { milp, constant, expand } = restricted;
  // What is left out costs its part, to which the gap is relative.
  milp.column({ cost: constant, lower: 1, upper: 1 });
  const session = await openPart(milp);
  return {
    search(limits, start, watch) {
      const found = session.search(limits, start && within(restricted, start), expanded(watch, expand));
      return found.primal.length > 0 ? { ...found, primal: expand(found.primal) } : found;
    },
    dispose: session.dispose,
  };
}

const expanded = (watch: SearchWatch, expand: RestrictedModel['expand']): SearchWatch => ({
  ...watch,
  onIncumbent: (primal, objective) => watch.onIncumbent(expand(primal), objective),
});

/** What is left open of a solution. */
function within({ position }: RestrictedModel, { columns, values }: Start): Start {
  const open = [...columns.keys()].filter((k) => (position[columns[k] ?? -1] ?? -1) >= 0);
  return {
    columns: Int32Array.from(open, (k) => position[columns[k] ?? -1] ?? -1),
    values: Float64Array.from(open, (k) => values[k] ?? 0),
  };
}

type Start = NonNullable<Parameters<SolverSession['search']>[1]>;
