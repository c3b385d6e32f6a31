/** The integer variables of a formulation: fixing them to a solution, and letting them go again. */
import type { Commitment } from '../../../temporal/case/messages/payload.ts';
import type { ColumnSpec } from '../../milp/model.ts';
import type { PartialSolution, SolverSession } from '../../solvers/solver.ts';
import type { Formulation } from '../../uc/formulation/index.ts';
import { countValues } from '../../uc/formulation/unit-counts.ts';
import type { Instance } from '../../uc/instance.ts';

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

/** u, v, w and n of a given commitment (of equal units: how many are on) where they are integer; others stay open. */
export function commitmentValues(
  { units, periods }: Instance,
  { milp, x, counts }: Formulation,
  commitment: Commitment,
): PartialSolution {
  const values = new Map<number, number>();
  for (const [g, { name, onBefore, count }] of units.entries()) {
    let before = onBefore ? count : 0;
    for (let t = 0; t < periods; t++) {
      const on = commitment[name]?.[t] ?? 0;
      values.set(x.on(g, t), on);
      values.set(x.startup(g, t), Math.max(0, on - before));
      values.set(x.shutdown(g, t), Math.max(0, before - on));
      before = on;
    }
  }
  for (const [column, on] of countValues(values, counts, x)) values.set(column, on);
  const integers = [...values.keys()].filter((c) => milp.columns[c]?.integer);
  const columns = Int32Array.from(integers).sort();
  return { columns, values: Float64Array.from(columns, (c) => values.get(c) ?? 0) };
}

/** Commitment by generator name in a solution. */
export const commitmentOf = (
  { units, periods }: Instance,
  { x }: Formulation,
  primal: Float64Array,
): Commitment =>
  Object.fromEntries(
    units.map(({ name }, g) => [
      name,
      Array.from({ length: periods }, (_, t) => Math.round(primal[x.on(g, t)] ?? 0) + 0),
    ]),
  );

/** The columns of a model with other bounds for some of them, `changed`; `bounds` has the shape of `changed`. */
export interface Bounds {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

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
