/** The smallest change with which a payload has a schedule: solved without integrality first, then with integrality. */
import { createScreening, type FlowLimitViolation, type ScreeningOptions } from '../../network/screening.ts';
import { openHighs } from '../../solvers/highs/open-highs.ts';
import type { Search, SolverSession } from '../../solvers/solver.ts';
import { flowLimit } from '../../uc/formulation/flow-limit.ts';
import { lossTangentRow } from '../../uc/formulation/loss-tangent.ts';
import { drawLosses } from '../../uc/losses.ts';
import type { PreparedCase } from '../base/prepared-case.ts';
import type { Clock } from '../base/solve.ts';
import { limitedFlow, limitName, netInjections, violatedTangents } from '../model/network-rows.ts';
import type { Elasticity } from './elastic-context.ts';
import { type ElasticModel, elasticModel } from './elastic-model.ts';
import { type Lever, lineLevers } from './lever.ts';

/** A change of a lever (a number of the payload that may change). */
export interface Change {
  readonly lever: Lever;
  /** Hour of the first row that needs the change. */
  readonly at: number;
  /** Size of the change in the unit of its field; positive if the number changes in its allowed direction. */
  readonly amount: number;
  /** The contingency because of which an emergency rating changes. */
  readonly contingency: string | undefined;
}

/** Number of binary variables above which there is no search, and the relaxation gives the result. */
const MOST_INTEGERS = 20_000;
/** Number of binary variables above which the search may change only loads, and numbers that the relaxation changed. */
const MANY_INTEGERS = 1500;
/** Largest ratio of objective to bound at which the result of a stopped search is used. */
const NEAR = 1.1;
/** Changes below this size are rounding errors. */
const NEGLIGIBLE = 1e-6;
const UNWATCHED = { onProgress: () => undefined, onIncumbent: () => undefined };

/**
 * Solves the elastic model. Returns undefined if no change of its numbers gives a schedule, or if none was found in
 * time.
 */
export async function solveElastic(
  prepared: PreparedCase,
  elasticity: Elasticity,
  clock: Clock,
): Promise<Change[] | undefined> {
  const model = elasticModel(prepared, elasticity);
  const session = await openHighs(model.milp, new Int32Array(1));
  try {
    const flows = createElasticFlows(prepared, model, session);
    const direct = elasticity.byHour && !prepared.factors && model.integers > 0;
    const primal = direct ? searchDirectly(session, clock) : smallest(model, flows, session, clock);
    return primal && changesIn(model, flows, primal);
  } finally {
    session.dispose();
  }
}

function smallest(
  model: ElasticModel,
  flows: ElasticFlows,
  session: SolverSession,
  clock: Clock,
): Float64Array | undefined {
  const relaxed = relax(flows, session, clock);
  if (!relaxed || model.integers === 0 || model.integers > MOST_INTEGERS) return relaxed?.primal;
  if (model.integers > MANY_INTEGERS) keepMoved(model, session, relaxed.primal);
  for (;;) {
    const solution = session.search({ timeLimitS: clock.leftS(), mipGap: 1e-6 }, undefined, UNWATCHED);
    if (solution.outcome === 'infeasible') return undefined;
    if (!isNear(solution, relaxed.objective)) return relaxed.primal;
    if (flows.addViolated(solution.primal) === 0 || clock.leftS() <= 0) return solution.primal;
  }
}

/**
 * Searches without solving the relaxation first. This suits a case without flow limits, since only flow limits are
 * added in rounds.
 */
function searchDirectly(session: SolverSession, clock: Clock): Float64Array | undefined {
  const solution = session.search({ timeLimitS: clock.leftS(), mipGap: 1e-6 }, undefined, UNWATCHED);
  return isNear(solution, 0) ? solution.primal : undefined;
}

const isNear = ({ outcome, objective, bound }: Search, least: number): boolean =>
  outcome === 'optimal' || (objective !== null && objective <= NEAR * Math.max(least, bound));

/** Fixes every number that the relaxation did not change, except loads; used if the model has many binary variables. */
function keepMoved({ levers }: ElasticModel, session: SolverSession, primal: Float64Array): void {
  const idle = levers.placed
    .filter(({ lever, columns }) => lever.element_type !== 'bus' && columns.every((c) => isIdle(primal[c])))
    .flatMap(({ columns }) => columns);
  const columns = Int32Array.from(idle).sort();
  session.setBounds(columns, new Float64Array(columns.length), new Float64Array(columns.length));
}

const isIdle = (amount = 0): boolean => amount <= NEGLIGIBLE;

function relax(flows: ElasticFlows, session: SolverSession, clock: Clock) {
  for (;;) {
    const relaxation = session.relax({ timeLimitS: clock.leftS() });
    if (relaxation.outcome !== 'optimal') return undefined;
    if (flows.addViolated(relaxation.primal) === 0) return relaxation;
    if (clock.leftS() <= 0) return undefined;
  }
}

const changesIn = (model: ElasticModel, flows: ElasticFlows, primal: Float64Array): Change[] =>
  model.levers.placed.flatMap(({ lever, at, columns }): Change[] => {
    const amount = columns.reduce((sum, column) => sum + (primal[column] ?? 0), 0);
    if (isIdle(amount)) return [];
    const contingency =
      lever.code === 'CONTINGENCY_LIMIT' ? flows.contingencyOf(lever.element_id ?? '', at) : undefined;
    return [{ lever, at, amount, contingency }];
  });

/** Tolerance of flow limits, MW. */
const TOLERANCE = 1e-5;
/** A soft limit may be exceeded by any amount, MW. */
const UNLIMITED = 1e12;

type ElasticFlows = ReturnType<typeof createElasticFlows>;

/** Flow limits and tangents of losses of an elastic model; each is added once a solution violates it. */
function createElasticFlows(prepared: PreparedCase, model: ElasticModel, session: SolverSession) {
  const { instance, factors, contingencies } = prepared;
  const { network } = instance;
  const lineAt = (l: number) => network.lines[l]?.element.given;
  const outages = contingencies.map((outage) => outage.lines);
  const screen = factors && createScreening(factors, network, outages);
  const knownLimits = new Set<string>();
  const firstContingency = new Map<string, string>();
  const options: ScreeningOptions = {
    firstHour: 0,
    tolerance: TOLERANCE,
    perLine: 2,
    perHour: 40,
    known: (line, contingency, hour, direction) =>
      knownLimits.has(limitName({ line, contingency, hour, direction })),
    overflow: (line) => (lineAt(line)?.penalty_usd_per_mwh === undefined ? 0 : UNLIMITED),
  };
  const toRow = (violation: FlowLimitViolation) => {
    const { line, contingency, hour, direction, limit } = violation;
    knownLimits.add(limitName(violation));
    const element = lineAt(line);
    const levers = element && lineLevers(element, hour, 1);
    const id = contingency === null ? undefined : contingencies[contingency]?.id;
    if (id !== undefined && !firstContingency.has(`${element?.id}/${hour}`))
      firstContingency.set(`${element?.id}/${hour}`, id);
    const lever = contingency === null ? levers?.normal : levers?.emergency;
    const overflow = lever && model.levers.column(lever, hour);
    return flowLimit(instance, model.injections, {
      hour,
      direction,
      limit,
      ...limitedFlow(prepared, violation),
      overflow,
    });
  };
  return {
    /** The first contingency after which the limit of a line was violated in an hour. */
    contingencyOf: (line: string, hour: number): string | undefined =>
      firstContingency.get(`${line}/${hour}`),
    /** Adds the rows that `primal` violates; returns their number. */
    addViolated(primal: Float64Array): number {
      if (!factors || !screen) return 0;
      const net = netInjections(instance, model, primal);
      const drawn = drawLosses(instance, net);
      const flowRows = screen(drawn, options).map(toRow);
      const tangents = violatedTangents(instance, model, factors, net, primal).map((tangent) =>
        lossTangentRow(instance, model.injections, tangent),
      );
      session.addRows([...flowRows, ...tangents]);
      return flowRows.length + tangents.length;
    },
  };
}
