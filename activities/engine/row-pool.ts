/** Rows that wait until a solution violates them: an LP is solved sooner with those only. */
import { activity } from '../milp/activity.ts';
import type { Row } from '../milp/model.ts';

export interface RowPool<Item> {
  /** Adds the rows that `primal` violates; returns how many. */
  addViolated(primal: Float64Array): number;
  /** Adds those of these that are left. */
  addThese(chosen: ReadonlySet<Item>): void;
  /** Adds what is left. */
  addAll(): void;
}

export interface PooledRows<Item> {
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
  const addThese = (wanted: ReadonlySet<Item>): number => {
    const chosen = left.filter((item) => wanted.has(item));
    left = left.filter((item) => !wanted.has(item));
    if (chosen.length > 0) add(chosen);
    return chosen.length;
  };
  return {
    addViolated: (primal) => addThese(new Set(left.filter((item) => isViolated(primal, item)))),
    addThese,
    addAll: () => void addThese(new Set(left)),
  };
}
