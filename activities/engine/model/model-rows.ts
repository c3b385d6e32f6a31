/**
 * The rows of a model: rows that the session has, and rows that wait until a solution violates them. The position of a
 * row here does not depend on when the session gets it.
 */
import type { SavedDeliverable } from '../../../temporal/case/messages/warm-start.ts';
import { activity, type Milp, type Row } from '../../milp/model.ts';
import { BASIC, type Basis, type RunLimits, type SolverSession } from '../../solvers/solver.ts';
import { type DeliverableOutput, deliverableOutputs } from '../../uc/formulation/deliverable-output.ts';
import type { FlowLimit } from '../../uc/formulation/flow-limit.ts';
import type { Formulation } from '../../uc/formulation/index.ts';
import type { Instance } from '../../uc/instance.ts';

export type ModelRows = ReturnType<typeof createModelRows>;

/** Creates the rows. `absent`: positions of rows that `session` was opened without. */
export function createModelRows({ rows }: Milp, absent: readonly number[], session: SolverSession) {
  const waiting = new Set(absent);
  const current = rows.map((row, position) => (waiting.has(position) ? unlimited(row) : row));
  /** Row of the session -> position. */
  const positionOf = [...rows.keys()].filter((position) => !waiting.has(position));
  const limit = (
    positions: readonly number[],
    limitsOf: (position: number) => Pick<Row, 'lower' | 'upper'>,
  ) => {
    const selected = new Set(positions);
    const indices = positionOf.flatMap((position, index) => (selected.has(position) ? [index] : []));
    const limits = indices.map((index) => limitsOf(positionOf[index] ?? -1));
    session.setLimits(
      Int32Array.from(indices),
      Float64Array.from(limits, ({ lower }) => lower),
      Float64Array.from(limits, ({ upper }) => upper),
    );
  };
  return {
    count: () => current.length,
    /** All rows, with their current limits. */
    all: (): readonly Row[] => current,
    /** Adds rows; returns the position of the first one. */
    add(added: readonly Row[]): number {
      const first = current.length;
      session.addRows(added);
      for (const row of added) positionOf.push(current.push(row) - 1);
      return first;
    },
    /** Removes the limits of the rows at these positions. */
    free(positions: readonly number[]): void {
      for (const position of positions) current[position] = unlimited(current[position]);
      limit(positions, () => UNLIMITED);
    },
    /** Runs `run` while the rows at these positions have no limits. */
    without<T>(positions: readonly number[], run: () => T): T {
      limit(positions, () => UNLIMITED);
      try {
        return run();
      } finally {
        limit(positions, (position) => current[position] ?? UNLIMITED);
      }
    },
    /** Adds absent rows at these positions to the session. */
    present(positions: readonly number[]): void {
      for (const position of positions) current[position] = rows[position] ?? unlimited(undefined);
      session.addRows(positions.map((position) => current[position] ?? unlimited(undefined)));
      for (const position of positions) positionOf.push(position);
    },
    /** Solves one relaxation. Its duals cover all rows of the model. */
    relax(limits: RunLimits) {
      const relaxation = session.relax(limits);
      if (relaxation.outcome !== 'optimal') return relaxation;
      const rowDual = new Float64Array(current.length);
      for (const [index, position] of positionOf.entries())
        rowDual[position] = relaxation.rowDual[index] ?? 0;
      return { ...relaxation, rowDual };
    },
    /** The basis of the last relaxation. Rows that the session does not have are basic. */
    basis(): Basis | undefined {
      const basis = session.basis?.();
      if (!basis) return undefined;
      const all = new Int32Array(current.length).fill(BASIC);
      for (const [index, position] of positionOf.entries()) all[position] = basis.rows[index] ?? BASIC;
      return { columns: basis.columns, rows: all };
    },
    /** Starts the next relaxation from a basis; false if it does not fit the rows of the session. */
    startFrom(basis: Basis): boolean {
      const present = Int32Array.from(positionOf, (position) => basis.rows[position] ?? BASIC);
      const basic = countBasic(basis.columns) + countBasic(present);
      if (!session.startFrom || basic !== present.length) return false;
      session.startFrom({ columns: basis.columns, rows: present });
      return true;
    },
    /** Starts the next relaxation without a basis. */
    startAfresh: () => session.startFrom?.(undefined),
  };
}

const countBasic = (statuses: Int32Array): number =>
  statuses.reduce((count, status) => count + Number(status === BASIC), 0);

const UNLIMITED = { lower: -Infinity, upper: Infinity } as const;

const unlimited = (row: Row | undefined): Row => ({ ...UNLIMITED, terms: row?.terms ?? [] });

interface PooledRows<Item> {
  rowOf(item: Item): Row | undefined;
  add(items: readonly Item[]): void;
  /** Violations up to this size do not count, in the unit of the row. */
  readonly tolerance: number;
}

/**
 * Creates a pool of rows that wait until a solution violates them; the fewer rows an LP has, the faster it is solved.
 * `items`: the order in which rows are added.
 */
export function createRowPool<Item>(items: readonly Item[], { rowOf, add, tolerance }: PooledRows<Item>) {
  let waiting = items;
  const isViolated = (primal: Float64Array, item: Item): boolean => {
    const row = rowOf(item);
    if (!row) return false;
    const value = activity(row.terms, primal);
    return value > row.upper + tolerance || value < row.lower - tolerance;
  };
  const addThese = (isChosen: (item: Item) => boolean): number => {
    const chosen: Item[] = [];
    const others: Item[] = [];
    for (const item of waiting) (isChosen(item) ? chosen : others).push(item);
    waiting = others;
    if (chosen.length > 0) add(chosen);
    return chosen.length;
  };
  return {
    /** Adds the waiting rows that `primal` violates; returns their number. */
    addViolated: (primal: Float64Array): number => addThese((item) => isViolated(primal, item)),
    /** Adds the waiting rows that are chosen; returns their number. */
    addThese,
    waiting: (): Row[] => waiting.flatMap((item) => rowOf(item) ?? []),
    /** Adds rows to those that wait. */
    offer: (more: readonly Item[]): void => {
      waiting = [...waiting, ...more];
    },
  };
}

/** A flow limit in the model. */
export interface ModelledLimit extends FlowLimit {
  readonly line: number;
  /** Position of the contingency in the case; null without an outage. */
  readonly contingency: number | null;
  /** Position of the row in the model. */
  readonly row: number;
}

interface Deliverable extends DeliverableOutput {
  readonly limit: ModelledLimit;
}

/** Violations of a deliverable output up to this size do not count, MW. */
const TOLERANCE = 1e-4;

/**
 * Rows for the output of single units that the flow limits of a model allow: they tighten the relaxation, and no
 * integer solution needs them. `limits` grows with the model.
 */
export function createDeliverableRows(
  instance: Instance,
  { milp, x }: Formulation,
  limits: readonly ModelledLimit[],
  rows: ModelRows,
) {
  const added: (Deliverable & { readonly position: number })[] = [];
  const pool = createRowPool<Deliverable>([], {
    rowOf: ({ row }) => row,
    add(items) {
      const first = rows.add(items.map(({ row }) => row));
      added.push(...items.map((item, k) => ({ ...item, position: first + k })));
    },
    tolerance: TOLERANCE,
  });
  let offeredCount = 0;
  /** Offers the pool the rows of all flow limits added since the last call; returns the pool. */
  const offered = (): typeof pool => {
    // A dispatch needs no rows of unit outputs, because its commitment is fixed.
    if (instance.jobType === 'ed') return pool;
    for (const limit of limits.slice(offeredCount)) {
      const flow = rows.all()[limit.row];
      const outputs = flow ? deliverableOutputs(instance, milp, x, limit, flow) : [];
      pool.offer(outputs.map((output) => ({ ...output, limit })));
    }
    offeredCount = limits.length;
    return pool;
  };
  return {
    /** The rows in the model, with their positions. */
    added,
    /** Adds the rows that `primal` violates; returns their number. */
    addViolated: (primal: Float64Array): number => offered().addViolated(primal),
    addThese(saved: readonly SavedDeliverable[]): void {
      const names = new Set(saved.map(nameOf));
      offered().addThese(({ limit, unit }) => names.has(nameOf({ ...limit, unit })));
    },
    waiting: (): Row[] => offered().waiting(),
  };
}

const nameOf = ({ line, contingency, hour, direction, unit }: SavedDeliverable): string =>
  `${line}/${contingency}/${hour}/${direction}/${unit}`;
