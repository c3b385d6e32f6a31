/**
 * Rows that tighten the relaxation and that no integer solution needs. The LP is solved sooner with the violated ones
 * only, a MIP sooner with all of them.
 */
import { activity } from '../milp/activity.ts';
import type { Row } from '../milp/model.ts';
import type { ModelRows } from './model-rows.ts';

export interface RowPool {
  /** Adds the rows that `primal` violates; returns how many. */
  addViolated(primal: Float64Array): number;
  /** Adds what is left. */
  addAll(): void;
}

/** MW. */
const TOLERANCE = 1e-4;

export function createRowPool(pool: readonly Row[], rows: ModelRows): RowPool {
  let left = pool;
  return {
    addViolated(primal) {
      const isViolated = ({ terms, lower, upper }: Row): boolean => {
        const value = activity(terms, primal);
        return value > upper + TOLERANCE || value < lower - TOLERANCE;
      };
      const violated = new Set(left.filter(isViolated));
      left = left.filter((row) => !violated.has(row));
      rows.add([...violated]);
      return violated.size;
    },
    addAll() {
      rows.add(left);
      left = [];
    },
  };
}
