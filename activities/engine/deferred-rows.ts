/**
 * Rows that a schedule must keep and that few relaxations break (Formulation.deferred): absent from the session
 * until a solution breaks them, and complete before the first search.
 */
import type { Formulation } from '../uc/formulation/index.ts';
import type { ModelRows } from './model-rows.ts';
import { createRowPool, type RowPool } from './row-pool.ts';

/** MW, or units that are on. */
const TOLERANCE = 1e-6;

export function createDeferredRows({ milp, deferred }: Formulation, rows: ModelRows): RowPool<number> {
  return createRowPool({
    items: deferred,
    rowOf: (position) => milp.rows[position],
    add: rows.present,
    tolerance: TOLERANCE,
  });
}
