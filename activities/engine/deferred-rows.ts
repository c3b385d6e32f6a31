/**
 * Rows that a schedule must keep and that few relaxations break (Formulation.deferred): left out until a solution
 * breaks them, since a smaller LP is solved sooner, and complete before the first search.
 */
import { activity } from '../milp/activity.ts';
import type { Formulation } from '../uc/formulation/index.ts';
import type { ModelRows } from './model-rows.ts';

export interface DeferredRows {
  /** Restores the rows that `primal` breaks; returns how many. */
  addViolated(primal: Float64Array): number;
  /** Restores what is left. */
  addAll(): void;
}

/** MW, or units that are on. */
const TOLERANCE = 1e-6;

export function createDeferredRows({ milp, deferred }: Formulation, rows: ModelRows): DeferredRows {
  let left = deferred;
  rows.free(left);
  const isBroken =
    (primal: Float64Array) =>
    (r: number): boolean => {
      const row = milp.rows[r];
      if (!row) return false;
      const value = activity(row.terms, primal);
      return value > row.upper + TOLERANCE || value < row.lower - TOLERANCE;
    };
  return {
    addViolated(primal) {
      const broken = new Set(left.filter(isBroken(primal)));
      if (broken.size === 0) return 0;
      left = left.filter((r) => !broken.has(r));
      rows.restore([...broken]);
      return broken.size;
    },
    addAll() {
      if (left.length > 0) rows.restore(left);
      left = [];
    },
  };
}
