/**
 * The integer variables of a model: fixing them and letting them go again, columns within other bounds, and the values that a
 * commitment gives them, also where only some hours of some units are given.
 */
import type { Commitment } from '../../../temporal/case/messages/payload.ts';
import type { ColumnSpec } from '../../milp/model.ts';
import type { PartialSolution, SolverSession } from '../../solvers/solver.ts';
import type { Formulation } from '../../uc/formulation/index.ts';
import { countValues } from '../../uc/formulation/unit-counts.ts';
import type { Instance } from '../../uc/instance.ts';
import { nearestCommitment } from '../../uc/nearest-commitment.ts';

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

/** 0, 1 (of equal units: how many are on) or open, shape [units][T]. */
export type GivenHours = readonly (readonly (number | undefined)[])[];

/**
 * The given hours by unit and hour of the case; where a unit could not follow them they are changed as little as may
 * be.
 */
export const givenHours = ({ units, periods }: Instance, commitment: Commitment): GivenHours =>
  units.map((unit) => {
    const given = commitment[unit.name] ?? [];
    const wanted = Array.from({ length: periods }, (_, t) =>
      t < given.length ? Number(given[t] === 1) : undefined,
    );
    if (given.length === 0) return wanted;
    const nearest = nearestCommitment(unit, wanted);
    return wanted.map((on, t) => (on === undefined ? undefined : nearest?.[t]));
  });

/** The hours of a whole commitment: those that it does not name, and those in which a unit may not be on, are off. */
export const everyHour = ({ units, periods }: Instance, commitment: Commitment): number[][] =>
  units.map(({ name, mayBeOn }) =>
    Array.from({ length: periods }, (_, t) => (mayBeOn[t] ? (commitment[name]?.[t] ?? 0) : 0)),
  );

/** u where it is given, v and w where the hour before is given as well, and n where all units of its class are. */
export function startValues(
  { units, periods }: Instance,
  { milp, x, counts }: Formulation,
  given: GivenHours,
): PartialSolution {
  const values = new Map<number, number>();
  for (const [g, { onBefore, count }] of units.entries()) {
    let before: number | undefined = onBefore ? count : 0;
    for (let t = 0; t < periods; t++) {
      const on = given[g]?.[t];
      if (on !== undefined) values.set(x.on(g, t), on);
      if (on !== undefined && before !== undefined) {
        values.set(x.startup(g, t), Math.max(0, on - before));
        values.set(x.shutdown(g, t), Math.max(0, before - on));
      }
      before = on;
    }
  }
  for (const [column, on] of countValues(values, counts, x)) values.set(column, on);
  const columns = Int32Array.from([...values.keys()].filter((c) => milp.columns[c]?.integer)).sort();
  return { columns, values: Float64Array.from(columns, (c) => values.get(c) ?? 0) };
}

/** Values of all u, v, w and n in a whole commitment; other integer columns, such as storage modes, stay open. */
export const commitmentValues = (
  instance: Instance,
  formulation: Formulation,
  commitment: Commitment,
): PartialSolution => startValues(instance, formulation, everyHour(instance, commitment));

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
