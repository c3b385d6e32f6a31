/**
 * The model in a solver session, with flow limits and tangents of the losses that are added once a solution
 * violates them: relaxing repeats until none of the base case or of a contingency is violated.
 *
 * @module
 */
import type { ColumnSpec, Row } from '../milp/model.ts';
import { type FlowLimitViolation, type ScreeningOptions, violatedFlows } from '../network/screening.ts';
import type { Relaxation, SolverSession } from '../solvers/solver.ts';
import { type FlowLimit, flowLimit } from '../uc/formulation/flow-limit.ts';
import type { Formulation } from '../uc/formulation/index.ts';
import { type LossLimit, lossTangentRow } from '../uc/formulation/loss-tangent.ts';
import { factorsWithLosses, withdrawLosses } from '../uc/losses.ts';
import type { SolveCase } from './case.ts';
import type { Clock } from './clock.ts';
import { createDispatch } from './dispatch.ts';
import { createModelRows } from './model-rows.ts';
import { netInjections } from './net-injections.ts';
import { createOverflowColumns } from './overflow-columns.ts';
import { createRowPool } from './row-pool.ts';
import { violatedTangents } from './violated-tangents.ts';

/** A flow limit in the model. */
export interface ModelledLimit extends FlowLimit {
  readonly line: number;
  /** Position in the contingencies of the case; null = base case. */
  readonly contingency: number | null;
  /** Row of the model. */
  readonly row: number;
}

/** A tangent of the losses in the model. */
export interface ModelledTangent extends LossLimit {
  readonly row: number;
}

export interface SecureModel {
  readonly limits: readonly ModelledLimit[];
  readonly tangents: readonly ModelledTangent[];
  /** Rows of the model now. */
  rows(): number;
  /** Its columns and rows, as they were formulated and added. */
  parts(): { readonly columns: readonly Required<ColumnSpec>[]; readonly rows: readonly Row[] };
  /** Adds rows that every solution satisfies. */
  addCuts(rows: readonly Row[]): void;
  /** Adds all rows that tighten the relaxation, for a search. */
  tighten(): void;
  /** Optimum without integrality within every flow limit. */
  relax(clock: Clock): Relaxation;
  /** The same for a commitment that is fixed, with losses that are not larger than physical; not to be stopped. */
  dispatch(clock: Clock): Relaxation;
  /** Adds the rows that `primal` violates; returns how many. */
  addViolated(primal: Float64Array): number;
  /** MW by which soft lines are overloaded, by line id; shape [T]. */
  overflow(primal: Float64Array): Record<string, number[]>;
}

/** MW. */
const TOLERANCE = 1e-5;
const SELECTION = { tolerance: TOLERANCE, perLine: 1, perHour: 20 } as const;

export function createSecureModel(
  solveCase: SolveCase,
  formulation: Formulation,
  session: SolverSession,
): SecureModel {
  const { instance, factors, contingencies } = solveCase;
  const { milp, injections } = formulation;
  const { network, lossShares } = instance;
  const limits: ModelledLimit[] = [];
  const tangents: ModelledTangent[] = [];
  const known = new Set<string>();
  const outages = contingencies.map(({ lines }) => lines);
  const overflows = createOverflowColumns(instance, session, milp.columns.length);
  const rows = createModelRows(milp, session);
  const pool = createRowPool(formulation.pool, rows);

  const toLimit = (violation: FlowLimitViolation, at: number): ModelledLimit => {
    const { line, contingency, hour, direction } = violation;
    known.add(`${line}/${contingency}/${hour}/${direction}`);
    const { rating = 0, emergency = 0 } = network.lines[line] ?? {};
    return {
      line,
      contingency,
      hour,
      direction,
      limit: contingency === null ? rating : emergency,
      factors: limitFactors(solveCase, violation),
      overflow: overflows.column(line, hour),
      row: rows.count() + at,
    };
  };
  const options = (primal: Float64Array): ScreeningOptions => ({
    ...SELECTION,
    known: (line, contingency, hour, direction) => known.has(`${line}/${contingency}/${hour}/${direction}`),
    overflow: (line, hour) => overflows.value(primal, line, hour),
  });
  const addViolated = (primal: Float64Array): number => {
    if (!factors) return 0;
    const before = rows.count();
    const net = netInjections(instance, formulation, primal);
    const drawn = lossShares
      ? net.map((mw, t) => withdrawLosses(network, mw, lossShares[t] ?? new Float64Array()))
      : net;
    const found = violatedFlows(factors, network, outages, drawn, options(primal)).map(toLimit);
    rows.add(found.map((limit) => flowLimit(instance, injections, limit)));
    limits.push(...found);
    const touched = violatedTangents(instance, formulation, factors, net, primal);
    tangents.push(...touched.map((tangent, at) => ({ ...tangent, row: rows.count() + at })));
    rows.add(touched.map((tangent) => lossTangentRow(instance, injections, tangent)));
    return rows.count() - before;
  };
  const relax = (clock: Clock, evenIfStopped = false): Relaxation => {
    for (;;) {
      const relaxation = session.relax({ timeLimitS: clock.leftS(), evenIfStopped });
      if (relaxation.outcome !== 'optimal') return relaxation;
      const added =
        (evenIfStopped ? 0 : pool.addViolated(relaxation.primal)) + addViolated(relaxation.primal);
      if (added === 0) return relaxation;
      if (clock.leftS() <= 0) return { outcome: 'limit' };
    }
  };
  return {
    limits,
    tangents,
    rows: rows.count,
    parts: () => ({ columns: [...milp.columns, ...overflows.specs], rows: rows.all() }),
    addCuts: rows.add,
    tighten: pool.addAll,
    relax,
    dispatch: createDispatch(solveCase, formulation, session, (clock) => relax(clock, true)),
    addViolated,
    overflow: overflows.series,
  };
}

/** Shift factors of the network in which a limit was violated. */
function limitFactors(
  { instance: { network, lossShares }, factors, contingencies }: SolveCase,
  { line, contingency, hour }: FlowLimitViolation,
): Float64Array {
  const lost = contingency === null ? undefined : contingencies[contingency]?.lines;
  const row = (lost ? factors?.ptdfAfter(line, lost) : factors?.ptdf(line)) ?? new Float64Array();
  const shares = lossShares?.[hour];
  return shares ? factorsWithLosses(network, row, shares) : row;
}
