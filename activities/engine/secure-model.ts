/**
 * The model in a solver session, with flow limits that are added once a solution violates them: relaxing
 * repeats until no limit of the base case or of a contingency is violated.
 *
 * @module
 */
import { type FlowLimitViolation, type ScreeningOptions, violatedFlows } from '../network/screening.ts';
import type { Relaxation, SolverSession } from '../solvers/solver.ts';
import { type FlowLimit, flowLimit } from '../uc/formulation/flow-limit.ts';
import type { Formulation } from '../uc/formulation/index.ts';
import type { SolveCase } from './case.ts';
import type { Clock } from './clock.ts';
import { createOverflowColumns } from './overflow-columns.ts';

/** A flow limit in the model. */
export interface ModelledLimit extends FlowLimit {
  readonly line: number;
  /** Position in the contingencies of the case; null = base case. */
  readonly contingency: number | null;
  /** Row of the model. */
  readonly row: number;
}

export interface SecureModel {
  readonly limits: readonly ModelledLimit[];
  /** Optimum without integrality within every flow limit. */
  relax(clock: Clock): Relaxation;
  /** Adds the limits that `primal` violates; returns how many. */
  addViolated(primal: Float64Array): number;
  /** MW by which soft lines are overloaded, by line id; shape [T]. */
  overflow(primal: Float64Array): Record<string, number[]>;
}

/** MW. */
const TOLERANCE = 1e-5;
const SELECTION = { tolerance: TOLERANCE, perLine: 1, perHour: 20 } as const;

export function createSecureModel(
  { instance, factors, contingencies }: SolveCase,
  { milp, injections }: Formulation,
  session: SolverSession,
): SecureModel {
  const { network, periods, load } = instance;
  const limits: ModelledLimit[] = [];
  const known = new Set<string>();
  const outages = contingencies.map(({ lines }) => lines);
  const overflows = createOverflowColumns(instance, session, milp.columns.length);

  const toLimit = ({ line, contingency, hour, direction }: FlowLimitViolation, at: number): ModelledLimit => {
    known.add(`${line}/${contingency}/${hour}/${direction}`);
    const { rating = 0, emergency = 0 } = network.lines[line] ?? {};
    const row =
      contingency === null ? factors?.ptdf(line) : factors?.ptdfAfter(line, outages[contingency] ?? []);
    return {
      line,
      contingency,
      hour,
      direction,
      limit: contingency === null ? rating : emergency,
      factors: row ?? new Float64Array(),
      overflow: overflows.column(line, hour),
      row: milp.rows.length + limits.length + at,
    };
  };
  const options = (primal: Float64Array): ScreeningOptions => ({
    ...SELECTION,
    known: (line, contingency, hour, direction) => known.has(`${line}/${contingency}/${hour}/${direction}`),
    overflow: (line, hour) => overflows.value(primal, line, hour),
  });
  /** Supply less load, MW, shape [T][buses]. */
  const netInjections = (primal: Float64Array): Float64Array[] =>
    Array.from({ length: periods }, (_, t) =>
      Float64Array.from(injections, (hours, b) => {
        let mw = -(load[b]?.[t] ?? 0);
        for (const [coefficient, column] of hours[t] ?? []) mw += coefficient * (primal[column] ?? 0);
        return mw;
      }),
    );
  const addViolated = (primal: Float64Array): number => {
    if (!factors) return 0;
    const found = violatedFlows(factors, network, outages, netInjections(primal), options(primal));
    const added = found.map(toLimit);
    session.addRows(added.map((limit) => flowLimit(instance, injections, limit)));
    limits.push(...added);
    return added.length;
  };
  return {
    limits,
    addViolated,
    overflow: overflows.series,
    relax(clock) {
      for (;;) {
        const relaxation = session.relax({ timeLimitS: clock.leftS() });
        if (relaxation.outcome !== 'optimal' || addViolated(relaxation.primal) === 0) return relaxation;
        if (clock.leftS() <= 0) return { outcome: 'limit' };
      }
    },
  };
}
