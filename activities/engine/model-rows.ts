/** The rows of a model in a session: those of the formulation, and those added since. */
import type { Milp, Row } from '../milp/model.ts';
import type { SolverSession } from '../solvers/solver.ts';

export interface ModelRows {
  count(): number;
  all(): readonly Row[];
  add(rows: readonly Row[]): void;
}

export function createModelRows(milp: Milp, session: SolverSession): ModelRows {
  const added: Row[] = [];
  return {
    count: () => milp.rows.length + added.length,
    all: () => [...milp.rows, ...added],
    add(rows) {
      session.addRows(rows);
      added.push(...rows);
    },
  };
}
