/**
 * The model in a solver session. Flow limits and tangents of losses are added once a solution violates them: relaxing
 * is repeated until no limit is violated, without an outage or after a contingency. The last relaxation can be saved,
 * and restored in a similar case: if both have the same costs, its basis is dual feasible there, and the dual simplex
 * method continues from it.
 */
import type { SavedLimit, SavedRelaxation } from '../../../temporal/case/messages/warm-start.ts';
import type { Milp, Row } from '../../milp/model.ts';
import {
  AT_LOWER,
  AT_UPPER,
  BASIC,
  type Relaxation,
  type RunLimits,
  type SolverSession,
} from '../../solvers/solver.ts';
import type { Formulation } from '../../uc/formulation/index.ts';
import type { PreparedCase } from '../base/prepared-case.ts';
import type { Clock } from '../base/solve.ts';
import { withLossCaps } from './loss-caps.ts';
import { createDeliverableRows, createModelRows, createRowPool, type ModelRows } from './model-rows.ts';
import { createNetworkRows, createOverflowColumns } from './network-rows.ts';

/** Maximum number of iterations of a relaxation that starts from a similar one, as a share of the number of rows. */
const START_SHARE = 0.1;
/** Violations of deferred rows up to this size do not count, MW or number of units on. */
const DEFERRED_TOLERANCE = 1e-6;
/** Violations of tightening rows up to this size do not count, MW. */
const TIGHTENING_TOLERANCE = 1e-4;

export type SecureModel = ReturnType<typeof createSecureModel>;

/** Opens the model. `open`: function that opens a solver session with the rows that are not deferred. */
export async function openSecureModel(
  prepared: PreparedCase,
  formulation: Formulation,
  open: (milp: Milp) => Promise<SolverSession>,
): Promise<{ readonly session: SolverSession; readonly model: SecureModel }> {
  // A dispatch defers no rows: since its commitment is fixed, it would violate too many of them.
  const deferred = prepared.instance.jobType === 'ed' ? [] : formulation.deferred;
  const absent = new Set(deferred);
  const { columns, rows } = formulation.milp;
  const session = await open({ columns, rows: rows.filter((_, position) => !absent.has(position)) });
  const model = createSecureModel(prepared, { ...formulation, deferred }, session);
  if (!session.isIncremental) model.complete();
  return { session, model };
}

type ModelParts = ReturnType<typeof createParts>;

function createParts(prepared: PreparedCase, formulation: Formulation, session: SolverSession) {
  const { milp, pool } = formulation;
  const rows = createModelRows(milp, formulation.deferred, session);
  // Rows that every schedule must satisfy and few relaxations violate. All of them are added before the first search.
  const deferred = createRowPool(formulation.deferred, {
    rowOf: (position) => milp.rows[position],
    add: rows.present,
    tolerance: DEFERRED_TOLERANCE,
  });
  // Rows that tighten the relaxation. An LP gets only the violated ones, because it is then faster; a MIP gets all of
  // them.
  const tightening = createRowPool(pool, {
    rowOf: (row) => row,
    add: rows.add,
    tolerance: TIGHTENING_TOLERANCE,
  });
  const overflows = createOverflowColumns(prepared.instance, session, milp.columns.length);
  const network = createNetworkRows(prepared, formulation, rows, overflows);
  const deliverable = createDeliverableRows(prepared.instance, formulation, network.limits, rows);
  return { formulation, rows, deferred, tightening, overflows, network, deliverable };
}

function createSecureModel(prepared: PreparedCase, formulation: Formulation, session: SolverSession) {
  const parts = createParts(prepared, formulation, session);
  const { rows, deferred, tightening, overflows, network, deliverable } = parts;
  const addViolated = (primal: Float64Array, isPriced = false): number => {
    network.note(primal, isPriced);
    return network.add() + deferred.addViolated(primal);
  };
  /**
   * Adds violated rows, including rows that no integer solution needs. Rows of units come last, since they follow from
   * flow limits.
   */
  const addBroken = (primal: Float64Array): number =>
    tightening.addViolated(primal) + addViolated(primal) + deliverable.addViolated(primal);
  /** Maximum number of iterations of the next relaxation, if it starts from a similar one. */
  let iterations: number | undefined;
  /** Solves the relaxation within all flow limits. */
  const relax = (clock: Clock, isFixed = false): Relaxation => {
    for (;;) {
      const limits = { timeLimitS: clock.leftS(), evenIfStopped: isFixed };
      const relaxation = relaxFrom(rows, limits, iterations);
      iterations = undefined;
      if (relaxation.outcome !== 'optimal') return relaxation;
      const added = isFixed ? addViolated(relaxation.primal, true) : addBroken(relaxation.primal);
      if (added === 0) return relaxation;
      if (clock.leftS() <= 0) return { outcome: 'limit' };
    }
  };
  const dispatch = withLossCaps(prepared, formulation, session, (clock) => relax(clock, true));
  const cuts: number[] = [];
  return {
    limits: network.limits,
    tangents: network.tangents,
    /** Rows of single units that follow from flow limits. */
    deliverables: deliverable.added,
    isScreenedQuickly: network.isScreenedQuickly,
    /** Current number of rows of the model. */
    rows: rows.count,
    /** Columns and rows of the model: those of the formulation and those added later. */
    parts: () => ({ columns: [...formulation.milp.columns, ...overflows.specs], rows: rows.all() }),
    /** Adds rows that every solution satisfies; returns the position of the first one. */
    addCuts(added: readonly Row[]): number {
      const first = rows.add(added);
      cuts.push(...added.map((_, k) => first + k));
      return first;
    },
    /** Removes the limits of the rows at these positions, ascending. */
    freeRows: rows.free,
    /** The basis of the last relaxation. */
    basis: rows.basis,
    /** Adds all rows that a schedule must keep, for a search. */
    complete: () => void deferred.addThese(() => true),
    /**
     * Rows that wait until a solution violates them. A search of a kernel gets all of them, even rows that only tighten
     * the relaxation; in a search of the whole model, tightening rows cost more time than they save.
     */
    waiting: (): readonly Row[] => [...deferred.waiting(), ...tightening.waiting(), ...deliverable.waiting()],
    /** Solves the relaxation of the model with its current rows. */
    relaxOnce: rows.relax,
    relax,
    /**
     * Solves the relaxation for a fixed commitment, with losses no larger than the physical losses; the stop flag does
     * not end it. Rows that only tighten the relaxation are without limits meanwhile: they repeat the balance, reserve
     * and flow limits, and would take over a part of their prices.
     */
    dispatch(clock: Clock): Relaxation {
      const implied = deliverable.added.map(({ position }) => position);
      return rows.without([...formulation.capacityRows, ...cuts, ...implied], () => dispatch(clock));
    },
    /** The last relaxation with its basis; undefined if the solver does not report one. */
    save: () => saveRelaxation(parts),
    /** Starts the next relaxation from the optimum of a similar case; false if it does not fit. */
    restore(saved: SavedRelaxation): boolean {
      const restored = restoreRelaxation(parts, saved);
      if (restored) iterations = Math.ceil(START_SHARE * rows.count());
      return restored;
    },
    /** Notes the network rows that `primal` violates, while the solver runs; returns their number. */
    noteViolated: network.note,
    /** Adds the rows that `primal` violates, and the network rows noted before; returns their number. */
    addViolated,
    /** Overload of soft lines, MW, by line id; shape [T]. */
    overflow: overflows.series,
  };
}

/**
 * Relaxes from the optimum of a similar case, at first with a limit on iterations, so that a bad start costs only a
 * share of a relaxation from scratch.
 */
function relaxFrom(rows: ModelRows, limits: RunLimits, iterations: number | undefined): Relaxation {
  const started = iterations === undefined ? undefined : rows.relax({ ...limits, iterations });
  if (started && started.outcome !== 'limit') return started;
  if (started) rows.startAfresh();
  return rows.relax(limits);
}

/** A saved relaxation without the fields that the search adds. */
export type SavedModel = Omit<SavedRelaxation, 'gap' | 'divisions'>;

/** Saves the last relaxation; undefined if the solver does not report its basis. */
function saveRelaxation(parts: ModelParts): SavedModel | undefined {
  const { formulation, rows, network, deliverable } = parts;
  const basis = rows.basis();
  if (!basis) return undefined;
  const { milp, pool } = formulation;
  const formulatedRows = milp.rows.length;
  const binds = (position: number): boolean => basis.rows[position] !== BASIC;
  const bound = new Set(rows.all().filter((_, position) => position >= formulatedRows && binds(position)));
  return {
    columns: basis.columns.subarray(0, milp.columns.length).join(''),
    rows: basis.rows.subarray(0, formulatedRows).join(''),
    pool: [...pool.keys()].filter((k) => bound.has(pool[k] ?? NO_ROW)),
    limits: network.limits.filter(({ row }) => binds(row)).map(placeOf),
    deliverable: deliverable.added
      .filter(({ position }) => binds(position))
      .map(({ limit, unit }) => ({ ...placeOf(limit), unit })),
  };
}

const placeOf = ({ line, contingency, hour, direction }: SavedLimit): SavedLimit => ({
  line,
  contingency,
  hour,
  direction,
});

const NO_ROW: Row = { lower: 0, upper: 0, terms: [] };

/**
 * Adds the rows that bind in the saved relaxation, and starts the next relaxation from its basis; false if that is not
 * possible.
 */
function restoreRelaxation(
  { formulation, rows, deferred, tightening, network, deliverable, overflows }: ModelParts,
  saved: SavedRelaxation,
): boolean {
  const { milp, pool } = formulation;
  const formulatedRows = milp.rows.length;
  if (saved.columns.length !== milp.columns.length || saved.rows.length !== formulatedRows) return false;
  const statuses = Int32Array.from(saved.rows, Number);
  deferred.addThese((position) => statuses[position] !== BASIC);
  const bound = new Set(saved.pool.map((k) => pool[k]));
  tightening.addThese((row) => bound.has(row));
  network.addLimits(saved.limits);
  const outputs = saved.deliverable ?? [];
  const firstIdle = rows.count();
  // These limits do not bind themselves; the rows of unit outputs derived from them do. So their rows become basic.
  network.addLimits(outputs);
  const endIdle = rows.count();
  deliverable.addThese(outputs);
  const statusOf = ({ upper }: Row, position: number): number => {
    if (position >= firstIdle && position < endIdle) return BASIC;
    return Number.isFinite(upper) ? AT_UPPER : AT_LOWER;
  };
  const added = rows
    .all()
    .flatMap((row, position) => (position < formulatedRows ? [] : [statusOf(row, position)]));
  return rows.startFrom({
    // Soft limits may have added overload columns, which the saved basis does not contain.
    columns: Int32Array.from([
      ...Int32Array.from(saved.columns, Number),
      ...overflows.specs.map(() => AT_LOWER),
    ]),
    rows: Int32Array.from([...statuses, ...added]),
  });
}
