/** Rows that wait until a solution violates them: an LP is solved sooner without the others. */
import { activity, type Row } from '../../milp/model.ts';
import type { Formulation } from '../../uc/formulation/index.ts';
import type { ModelRows } from './model-rows.ts';

export interface RowPool<Item> {
  /** Adds the rows that `primal` violates; returns how many. */
  addViolated(primal: Float64Array): number;
  /** Adds the chosen ones. */
  addThese(isChosen: (item: Item) => boolean): void;
  /** Adds what is left. */
  addAll(): void;
  /** More rows that wait. */
  offer(items: readonly Item[]): void;
}

interface PooledRows<Item> {
  /** In the order in which they are added. */
  readonly items: readonly Item[];
  rowOf(item: Item): Row | undefined;
  add(items: readonly Item[]): void;
  /** In the unit of the row: a smaller violation counts as none. */
  readonly tolerance: number;
}

export function createRowPool<Item>({ items, rowOf, add, tolerance }: PooledRows<Item>): RowPool<Item> {
  let left = items;
  const isViolated = (primal: Float64Array, item: Item): boolean => {
    const row = rowOf(item);
    if (!row) return false;
    const value = activity(row.terms, primal);
    return value > row.upper + tolerance || value < row.lower - tolerance;
  };
  const addThese = (isChosen: (item: Item) => boolean): number => {
    const chosen: Item[] = [];
    const others: Item[] = [];
    for (const item of left) (isChosen(item) ? chosen : others).push(item);
    left = others;
    if (chosen.length > 0) add(chosen);
    return chosen.length;
  };
  return {
    addViolated: (primal) => addThese((item) => isViolated(primal, item)),
    addThese,
    addAll: () => void addThese(() => true),
    offer: (more) => {
      left = [...left, ...more];
    },
  };
}

/** Largest violation of a deferred row that counts as none, MW or units that are on. */
const DEFERRED_TOLERANCE = 1e-6;
/** Largest violation of a tightening row that counts as none, MW. */
const TIGHTENING_TOLERANCE = 1e-4;

/**
 * Rows that a schedule must keep and that few relaxations break (Formulation.deferred): absent from the session
 * until a solution breaks them, and complete before the first search.
 */
export function createDeferredRows({ milp, deferred }: Formulation, rows: ModelRows): RowPool<number> {
  return createRowPool({
    items: deferred,
    rowOf: (position) => milp.rows[position],
    add: rows.present,
    tolerance: DEFERRED_TOLERANCE,
  });
}

/**
 * Rows that tighten the relaxation and that no integer solution needs (Formulation.pool). The LP is solved sooner with
 * the violated ones only, a MIP sooner with all of them.
 */
export const createTighteningRows = ({ pool }: Formulation, rows: ModelRows): RowPool<Row> =>
  createRowPool({ items: pool, rowOf: (row) => row, add: rows.add, tolerance: TIGHTENING_TOLERANCE });
