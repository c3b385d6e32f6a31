/**
 * The rows of a model and those of them that a session has: the formulation's, and those added since. A row keeps its
 * position here whenever the session gets it.
 */
import type { Milp, Row } from '../../milp/model.ts';
import {
  BASIC,
  type Basis,
  type Relaxation,
  type RunLimits,
  type SolverSession,
} from '../../solvers/solver.ts';

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
