/** The integer variables of a model: fixing them and letting them go again; and columns within other bounds. */
import type { ColumnSpec } from '../../milp/model.ts';
import type { PartialSolution, SolverSession } from '../../solvers/solver.ts';
import type { Formulation } from '../../uc/formulation/index.ts';

export interface IntegerColumns {
  readonly count: number;
  /** Ascending. */
  readonly columns: Int32Array;
  /** Their rounded values in a solution. */
  valuesOf(primal: Float64Array): PartialSolution;
  fix(values: PartialSolution): void;
  release(): void;
}

export function integerColumns({ milp }: Formulation, session: SolverSession): IntegerColumns {
  const columns = Int32Array.from([...milp.columns.keys()].filter((c) => milp.columns[c]?.integer));
  const lower = Float64Array.from(columns, (c) => milp.columns[c]?.lower ?? 0);
  const upper = Float64Array.from(columns, (c) => milp.columns[c]?.upper ?? 0);
  return {
    count: columns.length,
    columns,
    valuesOf: (primal) => ({
      columns,
      values: Float64Array.from(columns, (c) => Math.round(primal[c] ?? 0) + 0),
    }),
    fix: ({ columns: fixed, values }) => session.setBounds(fixed, values, values),
    release: () => session.setBounds(columns, lower, upper),
  };
}

/** Bounds of some columns, in their order. */
export interface Bounds {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** The columns of a model with other bounds for some of them: those at the positions `changed`. */
export function boundColumns(
  columns: readonly Required<ColumnSpec>[],
  changed: Int32Array,
  { lower, upper }: Bounds,
): Required<ColumnSpec>[] {
  const bounded = [...columns];
  for (const [k, c] of changed.entries()) {
    const spec = bounded[c];
    if (spec) bounded[c] = { ...spec, lower: lower[k] ?? 0, upper: upper[k] ?? 0 };
  }
  return bounded;
}
