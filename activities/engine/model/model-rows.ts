/**
 * The rows of a model and those of them that a session has: the formulation's, and those added since. A row keeps its
 * position here whenever the session gets it.
 */
import { activity, type Milp, type Row } from '../../milp/model.ts';
import {
  BASIC,
  type Basis,
  type Relaxation,
  type RunLimits,
  type SolverSession,
} from '../../solvers/solver.ts';
import type { Formulation } from '../../uc/formulation/index.ts';

export interface ModelRows {
  count(): number;
  /** The rows as they limit the model now. */
  all(): readonly Row[];
  add(rows: readonly Row[]): void;
  /** Rows at these positions limit nothing any more. */
  free(positions: readonly number[]): void;
  /** What `run` finds while rows at these positions limit nothing. */
  without<T>(positions: readonly number[], run: () => T): T;
  /** The session gets those at these positions, which were absent. */
  present(positions: readonly number[]): void;
  /** One relaxation; duals are of all rows here. */
  relax(limits: RunLimits): Relaxation;
  /** The basis of the last relaxation; rows that the session does not have are basic. */
  basis(): Basis | undefined;
  /** Makes the next relaxation start there; says whether it is a basis of the rows that the session has. */
  startFrom(basis: Basis): boolean;
  /** Makes the next relaxation start from nothing. */
  startAfresh(): void;
}

/** What a session is opened with. `absent`: positions. */
export function withoutRows({ columns, rows }: Milp, absent: readonly number[]): Milp {
  const left = new Set(absent);
  return { columns, rows: rows.filter((_, position) => !left.has(position)) };
}

/** `session`: opened without the rows that are absent. */
export function createModelRows(
  { rows }: Milp,
  absent: readonly number[],
  session: SolverSession,
): ModelRows {
  const current = [...rows];
  /** Row of the session -> position. */
  const positionOf: number[] = [];
  for (const position of absent) current[position] = unlimited(current[position]);
  const left = new Set(absent);
  for (const position of rows.keys()) if (!left.has(position)) positionOf.push(position);
  const limit = (
    positions: readonly number[],
    limitsOf: (position: number) => Pick<Row, 'lower' | 'upper'>,
  ) => {
    const wanted = new Set(positions);
    const indices = positionOf.flatMap((position, index) => (wanted.has(position) ? [index] : []));
    const limits = indices.map((index) => limitsOf(positionOf[index] ?? -1));
    session.setLimits(
      Int32Array.from(indices),
      Float64Array.from(limits, ({ lower }) => lower),
      Float64Array.from(limits, ({ upper }) => upper),
    );
  };
  return {
    count: () => current.length,
    all: () => current,
    add(added) {
      session.addRows(added);
      for (const row of added) positionOf.push(current.push(row) - 1);
    },
    free(positions) {
      for (const position of positions) current[position] = unlimited(current[position]);
      limit(positions, () => UNLIMITED);
    },
    without(positions, run) {
      limit(positions, () => UNLIMITED);
      try {
        return run();
      } finally {
        limit(positions, (position) => current[position] ?? UNLIMITED);
      }
    },
    present(positions) {
      session.addRows(
        positions.map((position) => {
          const row = rows[position] ?? unlimited(undefined);
          current[position] = row;
          return row;
        }),
      );
      for (const position of positions) positionOf.push(position);
    },
    relax(limits) {
      const relaxation = session.relax(limits);
      if (relaxation.outcome !== 'optimal') return relaxation;
      const rowDual = new Float64Array(current.length);
      for (const [index, position] of positionOf.entries())
        rowDual[position] = relaxation.rowDual[index] ?? 0;
      return { ...relaxation, rowDual };
    },
    basis() {
      const found = session.basis?.();
      if (!found) return undefined;
      const all = new Int32Array(current.length).fill(BASIC);
      for (const [index, position] of positionOf.entries()) all[position] = found.rows[index] ?? BASIC;
      return { columns: found.columns, rows: all };
    },
    startFrom(basis) {
      const present = Int32Array.from(positionOf, (position) => basis.rows[position] ?? BASIC);
      const basic = countBasic(basis.columns) + countBasic(present);
      if (!session.startFrom || basic !== present.length) return false;
      session.startFrom({ columns: basis.columns, rows: present });
      return true;
    },
    startAfresh: () => session.startFrom?.(undefined),
  };
}

const countBasic = (statuses: Int32Array): number =>
  statuses.reduce((count, status) => count + Number(status === BASIC), 0);

const UNLIMITED = { lower: -Infinity, upper: Infinity } as const;

const unlimited = (row: Row | undefined): Row => ({ ...UNLIMITED, terms: row?.terms ?? [] });

/** Rows that wait until a solution violates them: an LP is solved sooner without the others. */
export interface RowPool<Item> {
  /** Adds the rows that `primal` violates; returns how many. */
  addViolated(primal: Float64Array): number;
  /** Adds the chosen ones. */
  addThese(isChosen: (item: Item) => boolean): void;
  /** Adds what is left. */
  addAll(): void;
  /** The rows that wait still. */
  waiting(): Row[];
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
    waiting: () => left.flatMap((item) => rowOf(item) ?? []),
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
