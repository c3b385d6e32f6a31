/** Values of the integer variables of a model for a commitment, in which some hours may be open. */
import type { Commitment } from '../../../temporal/case/schema.ts';
import type { PartialSolution } from '../../solvers/solver.ts';
import type { Formulation } from '../../uc/formulation/index.ts';
import { countValues } from '../../uc/formulation/unit-counts.ts';
import type { Instance } from '../../uc/instance.ts';
import { nearestCommitment } from '../../uc/nearest-commitment.ts';

/**
 * Commitment by unit and hour: 0 or 1, for merged units the number of units on, or undefined for an open hour. Shape
 * [units][T].
 */
export type GivenHours = readonly (readonly (number | undefined)[])[];

/**
 * Commitment by unit and hour of the case, from the commitment of a result; undefined in hours that it does not cover.
 * If a unit cannot follow it, as few hours as possible are changed.
 */
export const givenHours = ({ units, periods }: Instance, commitment: Commitment): GivenHours =>
  units.map((unit) => {
    const series = commitment[unit.name] ?? [];
    const target = Array.from({ length: periods }, (_, t) =>
      t < series.length ? Number(series[t] === 1) : undefined,
    );
    if (series.length === 0) return target;
    const nearest = nearestCommitment(unit, target);
    return target.map((on, t) => (on === undefined ? undefined : nearest?.[t]));
  });

/**
 * Complete commitment by unit and hour: a unit is off in hours that `commitment` does not cover, and in hours in which
 * it may not be on.
 */
export const everyHour = ({ units, periods }: Instance, commitment: Commitment): number[][] =>
  units.map(({ name, mayBeOn }) =>
    Array.from({ length: periods }, (_, t) => (mayBeOn[t] ? (commitment[name]?.[t] ?? 0) : 0)),
  );

/**
 * Values for the integer columns: u in hours whose commitment is known; v and w if the commitment of the previous hour
 * is known too; the number of units on, n, if the commitment of all units of its class is known.
 */
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

/**
 * Values of all columns u, v, w and n for a complete commitment. Other integer columns, such as storage modes, stay
 * open.
 */
export const commitmentValues = (
  instance: Instance,
  formulation: Formulation,
  commitment: Commitment,
): PartialSolution => startValues(instance, formulation, everyHour(instance, commitment));

/** The commitment in a solution, by generator name. */
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
