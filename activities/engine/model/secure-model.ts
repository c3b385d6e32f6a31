/**
 * The model in a solver session, with flow limits and tangents of the losses that are added once a solution
 * violates them: relaxing repeats until none of the base case or of a contingency is violated.
 */
import type { SavedRelaxation } from '../../../temporal/case/messages/warm-start.ts';
import type { ColumnSpec, Milp, Row } from '../../milp/model.ts';
import type { Relaxation, RunLimits, SolverSession } from '../../solvers/solver.ts';
import type { Formulation } from '../../uc/formulation/index.ts';
import type { Clock } from '../base/clock.ts';
import type { PreparedCase } from '../base/prepared-case.ts';
import { createDeliverableRows, type ModelledDeliverable } from './deliverable-rows.ts';
import { withLossCaps } from './loss-limits.ts';
import {
  createDeferredRows,
  createModelRows,
  createTighteningRows,
  type ModelRows,
  withoutRows,
} from './model-rows.ts';
import { createNetworkRows, createOverflowColumns, type NetworkRows } from './network-rows.ts';
import { restoreRelaxation, type SavedModel, saveRelaxation } from './saved-relaxation.ts';

/** A relaxation that starts from a similar one takes at most as many iterations as this share of the rows. */
const START_SHARE = 0.1;

export interface SecureModel extends Pick<NetworkRows, 'limits' | 'tangents' | 'isScreenedQuickly'> {
  /** Rows that flow limits imply for single units. */
  readonly deliverables: readonly ModelledDeliverable[];
  /** Rows of the model now. */
  rows(): number;
  /** Its columns and rows, as they were formulated and added. */
  parts(): { readonly columns: readonly Required<ColumnSpec>[]; readonly rows: readonly Row[] };
  /** Adds rows that every solution satisfies. */
  addCuts(rows: readonly Row[]): void;
  /** Rows at these positions, ascending, limit nothing any more. */
  freeRows(positions: readonly number[]): void;
  /** The basis of the last relaxation. */
  basis: ModelRows['basis'];
  /** Adds all rows that a schedule must keep, for a search. */
  complete(): void;
  /**
   * Rows that wait until a solution violates them: a search of a part has them all, and those that only tighten the
   * relaxation; where everything is open these cost more than they give.
   */
  waiting(): readonly Row[];
  /** Optimum without integrality of the model as it is. */
  relaxOnce(limits: RunLimits): Relaxation;
  /** Optimum without integrality within every flow limit. */
  relax(clock: Clock): Relaxation;
  /**
   * That optimum for a commitment that is fixed, with losses that are not larger than physical; not to be stopped.
   * Rows that only tighten the relaxation limit nothing meanwhile: they repeat the balance, reserves and flow limits,
   * and would take a part of their prices.
   */
  dispatch(clock: Clock): Relaxation;
  /** Where the last relaxation has its optimum. */
  save(): SavedModel | undefined;
  /** The next relaxation starts where that of a similar case has its optimum; says whether it can. */
  restore(saved: SavedRelaxation): boolean;
  /** Notes the rows that `primal` violates, while the solver runs; returns how many. */
  noteViolated(primal: Float64Array): number;
  /** Adds the rows that `primal` violates and those of the network noted; returns how many. */
  addViolated(primal: Float64Array): number;
  /** MW by which soft lines are overloaded, by line id; shape [T]. */
  overflow(primal: Float64Array): Record<string, number[]>;
}

/** `open`: a session with the rows to begin with. */
export async function openSecureModel(
  prepared: PreparedCase,
  formulation: Formulation,
  open: (milp: Milp) => Promise<SolverSession>,
): Promise<{ readonly session: SolverSession; readonly model: SecureModel }> {
  // With its commitment given, a dispatch breaks too many of them.
  const deferred = prepared.instance.jobType === 'ed' ? [] : formulation.deferred;
  const session = await open(withoutRows(formulation.milp, deferred));
  const model = createSecureModel(prepared, { ...formulation, deferred }, session);
  if (!session.isIncremental) model.complete();
  return { session, model };
}

function createSecureModel(
  prepared: PreparedCase,
  formulation: Formulation,
  session: SolverSession,
): SecureModel {
  const overflows = createOverflowColumns(prepared.instance, session, formulation.milp.columns.length);
  const rows = createModelRows(formulation.milp, formulation.deferred, session);
  const deferred = createDeferredRows(formulation, rows);
  const tightening = createTighteningRows(formulation, rows);
  const network = createNetworkRows(prepared, formulation, rows, overflows);
  const deliverable = createDeliverableRows(prepared.instance, formulation, network, rows);
  const addViolated = (primal: Float64Array, isPriced = false): number => {
    network.note(primal, isPriced);
    return network.add() + deferred.addViolated(primal);
  };
  /** Rows that no integer solution needs too; those of units come after the flow limits that they follow from. */
  const addBroken = (primal: Float64Array): number =>
    tightening.addViolated(primal) + addViolated(primal) + deliverable.addViolated(primal);
  const parts = { formulation, rows, deferred, tightening, network, deliverable, overflows };
  /** A start that is not as good as it seemed must not cost more than a share of a relaxation from nothing. */
  let iterations: number | undefined;
  const relaxFrom = (limits: RunLimits): Relaxation => {
    const started = iterations === undefined ? undefined : rows.relax({ ...limits, iterations });
    iterations = undefined;
    if (started && started.outcome !== 'limit') return started;
    if (started) rows.startAfresh();
    return rows.relax(limits);
  };
  const relax = (clock: Clock, isFixed = false): Relaxation => {
    for (;;) {
      const relaxation = relaxFrom({ timeLimitS: clock.leftS(), evenIfStopped: isFixed });
      if (relaxation.outcome !== 'optimal') return relaxation;
      const added = isFixed ? addViolated(relaxation.primal, true) : addBroken(relaxation.primal);
      if (added === 0) return relaxation;
      if (clock.leftS() <= 0) return { outcome: 'limit' };
    }
  };
  const dispatch = withLossCaps(prepared, formulation, session, (clock) => relax(clock, true));
  const cuts: number[] = [];
  const tighteners = (): number[] => [
    ...formulation.capacityRows,
    ...cuts,
    ...deliverable.added.map(({ position }) => position),
  ];
  return {
    limits: network.limits,
    tangents: network.tangents,
    deliverables: deliverable.added,
    isScreenedQuickly: network.isScreenedQuickly,
    rows: rows.count,
    parts: () => ({ columns: [...formulation.milp.columns, ...overflows.specs], rows: rows.all() }),
    addCuts(added) {
      cuts.push(...added.map((_, k) => rows.count() + k));
      rows.add(added);
    },
    freeRows: rows.free,
    basis: rows.basis,
    complete: deferred.addAll,
    waiting: () => [...deferred.waiting(), ...tightening.waiting(), ...deliverable.waiting()],
    relaxOnce: rows.relax,
    relax,
    dispatch: (clock) => rows.without(tighteners(), () => dispatch(clock)),
    save: () => saveRelaxation(parts),
    restore(saved) {
      const restored = restoreRelaxation(parts, saved);
      if (restored) iterations = Math.ceil(START_SHARE * rows.count());
      return restored;
    },
    noteViolated: (primal) => network.note(primal),
    addViolated: (primal) => addViolated(primal),
    overflow: overflows.series,
  };
}
