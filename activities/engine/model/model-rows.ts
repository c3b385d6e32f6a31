/**
 * The rows of a model, those of them that a session has, and those that wait until a solution violates them. A row keeps its
 * position here whenever the session gets it.
 */
import type { SavedDeliverable } from '../../../temporal/case/messages/warm-start.ts';
import { activity, type Milp, type Row } from '../../milp/model.ts';
import { BASIC, type Basis, type RunLimits, type SolverSession } from '../../solvers/solver.ts';
import { type DeliverableOutput, deliverableOutputs } from '../../uc/formulation/deliverable-output.ts';
import type { FlowLimit } from '../../uc/formulation/flow-limit.ts';
import type { Formulation } from '../../uc/formulation/index.ts';
import type { Instance } from '../../uc/instance.ts';

export type ModelRows = ReturnType<typeof createModelRows>;

/** `absent`: positions of rows that `session` was opened without. */
export function createModelRows({ rows }: Milp, absent: readonly number[], session: SolverSession) {
  const left = new Set(absent);
  const current = rows.map((row, position) => (left.has(position) ? unlimited(row) : row));
  /** Row of the session -> position. */
  const positionOf = [...rows.keys()].filter((position) => !left.has(position));
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
    /** The rows as they limit the model now. */
    all: (): readonly Row[] => current,
    /** Returns the position of the first one. */
    add(added: readonly Row[]): number {
      const first = current.length;
      session.addRows(added);
      for (const row of added) positionOf.push(current.push(row) - 1);
      return first;
    },
    /** Rows at these positions limit nothing any more. */
    free(positions: readonly number[]): void {
      for (const position of positions) current[position] = unlimited(current[position]);
      limit(positions, () => UNLIMITED);
    },
    /** What `run` finds while rows at these positions limit nothing. */
    without<T>(positions: readonly number[], run: () => T): T {
      limit(positions, () => UNLIMITED);
      try {
        return run();
      } finally {
        limit(positions, (position) => current[position] ?? UNLIMITED);
      }
    },
    /** The session gets those at these positions, which were absent. */
    present(positions: readonly number[]): void {
      for (const position of positions) current[position] = rows[position] ?? unlimited(undefined);
      session.addRows(positions.map((position) => current[position] ?? unlimited(undefined)));
      for (const position of positions) positionOf.push(position);
    },
    /** One relaxation; duals are of all rows here. */
    relax(limits: RunLimits) {
      const relaxation = session.relax(limits);
      if (relaxation.outcome !== 'optimal') return relaxation;
      const rowDual = new Float64Array(current.length);
      for (const [index, position] of positionOf.entries())
        rowDual[position] = relaxation.rowDual[index] ?? 0;
      return { ...relaxation, rowDual };
    },
    /** The basis of the last relaxation; rows that the session does not have are basic. */
    basis(): Basis | undefined {
      const found = session.basis?.();
      if (!found) return undefined;
      const all = new Int32Array(current.length).fill(BASIC);
      for (const [index, position] of positionOf.entries()) all[position] = found.rows[index] ?? BASIC;
      return { columns: found.columns, rows: all };
    },
    /** Makes the next relaxation start there; says whether it is a basis of the rows that the session has. */
    startFrom(basis: Basis): boolean {
      const present = Int32Array.from(positionOf, (position) => basis.rows[position] ?? BASIC);
      const basic = countBasic(basis.columns) + countBasic(present);
      if (!session.startFrom || basic !== present.length) return false;
      session.startFrom({ columns: basis.columns, rows: present });
      return true;
    },
    /** Makes the next relaxation start from nothing. */
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
  /** In the unit of the row: a smaller violation counts as none. */
  readonly tolerance: number;
}

/** Rows that wait until a solution violates them: an LP is solved sooner without the others. `items`: in the order of adding. */
export function createRowPool<Item>(items: readonly Item[], { rowOf, add, tolerance }: PooledRows<Item>) {
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
    /** Adds the rows that `primal` violates; returns how many. */
    addViolated: (primal: Float64Array): number => addThese((item) => isViolated(primal, item)),
    /** Adds the chosen ones. */
    addThese,
    waiting: (): Row[] => left.flatMap((item) => rowOf(item) ?? []),
    /** More rows that wait. */
    offer: (more: readonly Item[]): void => {
      left = [...left, ...more];
    },
  };
}

/** A flow limit in the model. */
export interface ModelledLimit extends FlowLimit {
  readonly line: number;
  /** Position in the contingencies of the case; null = base case. */
  readonly contingency: number | null;
  /** Row of the model. */
  readonly row: number;
}

interface Deliverable extends DeliverableOutput {
  readonly limit: ModelledLimit;
}

/** Largest violation of what is deliverable that counts as none, MW. */
const TOLERANCE = 1e-4;

/**
 * What the flow limits of a model leave of the output of single units: rows that tighten the relaxation and that no
 * integer solution needs. `limits`: grows with the model.
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
  let seen = 0;
  /** With the rows of flow limits that came since the last time. */
  const offered = (): typeof pool => {
    // A dispatch has its commitment.
    if (instance.jobType === 'ed') return pool;
    for (const limit of limits.slice(seen)) {
      const flow = rows.all()[limit.row];
      const outputs = flow ? deliverableOutputs(instance, milp, x, limit, flow) : [];
      pool.offer(outputs.map((output) => ({ ...output, limit })));
    }
    seen = limits.length;
    return pool;
  };
  return {
    /** The rows in the model, with their positions. */
    added,
    /** Adds the rows that `primal` violates; returns how many. */
    addViolated: (primal: Float64Array): number => offered().addViolated(primal),
    addThese(saved: readonly SavedDeliverable[]): void {
      const wanted = new Set(saved.map(nameOf));
      offered().addThese(({ limit, unit }) => wanted.has(nameOf({ ...limit, unit })));
    },
    waiting: (): Row[] => offered().waiting(),
  };
}

const nameOf = ({ line, contingency, hour, direction, unit }: SavedDeliverable): string =>
  `${line}/${contingency}/${hour}/${direction}/${unit}`;
