/**
 * Rows that tighten the relaxation and that no integer solution needs (Formulation.pool). The LP is solved sooner with
 * the violated ones only, a MIP sooner with all of them.
 */
import type { Row } from '../milp/model.ts';
import type { Formulation } from '../uc/formulation/index.ts';
import type { ModelRows } from './model-rows.ts';
import { createRowPool, type RowPool } from './row-pool.ts';

/** MW. */
const TOLERANCE = 1e-4;

export const createTighteningRows = ({ pool }: Formulation, rows: ModelRows): RowPool<Row> =>
  createRowPool({ items: pool, rowOf: (row) => row, add: rows.add, tolerance: TOLERANCE });
