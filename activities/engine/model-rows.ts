/** The rows of a model in a session: those of the formulation, and those added since. */
import type { Milp, Row } from '../milp/model.ts';
import type { SolverSession } from '../solvers/solver.ts';

export interface ModelRows {
  count(): number;
  /** As they limit the model now. */
  all(): readonly Row[];
  add(rows: readonly Row[]): void;
  /** Those at these positions, ascending, limit nothing any more. */
  free(positions: readonly number[]): void;
  /** Those at these positions, ascending, limit what they did at first. */
  restore(positions: readonly number[]): void;
}

export function createModelRows(milp: Milp, session: SolverSession): ModelRows {
  const given = [...milp.rows];
  const current = [...given];
  const replace = (positions: readonly number[], limitsOf: (row: Row) => Row): void => {
    const rows = positions.flatMap((r) => {
      const row = given[r];
      return row ? [limitsOf(row)] : [];
    });
    for (const [k, row] of rows.entries()) current[positions[k] ?? -1] = row;
    session.setLimits(
      Int32Array.from(positions),
      Float64Array.from(rows, ({ lower }) => lower),
      Float64Array.from(rows, ({ upper }) => upper),
    );
  };
  return {
    count: () => current.length,
    all: () => current,
    add(rows) {
      session.addRows(rows);
      given.push(...rows);
      current.push(...rows);
    },
    free: (positions) => replace(positions, ({ terms }) => ({ lower: -Infinity, upper: Infinity, terms })),
    restore: (positions) => replace(positions, (row) => row),
  };
}
