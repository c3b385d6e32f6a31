/** Flow limits and tangents of the losses of an elastic model, added once a solution violates them. */
import { createScreening, type FlowLimitViolation, type ScreeningOptions } from '../../network/screening.ts';
import type { SolverSession } from '../../solvers/solver.ts';
import { flowLimit } from '../../uc/formulation/flow-limit.ts';
import { lossTangentRow } from '../../uc/formulation/loss-tangent.ts';
import { drawLosses } from '../../uc/losses.ts';
import type { PreparedCase } from '../base/prepared-case.ts';
import { netInjections, violatedTangents } from '../model/loss-limits.ts';
import { limitedFlow, limitName } from '../model/network-rows.ts';
import type { ElasticModel } from './elastic-model.ts';
import { lineLevers } from './lever.ts';

export interface ElasticFlows {
  /** Adds the rows that `primal` violates; returns how many. */
  addViolated(primal: Float64Array): number;
  /** Contingency that asks for a limit of a line in an hour; the first one that was violated. */
  contingencyOf(line: string, hour: number): string | undefined;
}

/** MW. */
const TOLERANCE = 1e-5;
/** A soft limit may be exceeded by any amount, MW. */
const UNLIMITED = 1e12;

export function createElasticFlows(
  prepared: PreparedCase,
  model: ElasticModel,
  session: SolverSession,
): ElasticFlows {
  const { instance, factors, contingencies } = prepared;
  const { network, payload } = instance;
  const lines = new Map(payload.transmission_lines?.map((line) => [line.id, line]));
  const lineAt = (l: number) => lines.get(network.lines[l]?.id ?? '');
  const outages = contingencies.map((outage) => outage.lines);
  const screen = factors && createScreening(factors, network, outages);
  const known = new Set<string>();
  const named = new Map<string, string>();
  const options: ScreeningOptions = {
    tolerance: TOLERANCE,
    perLine: 2,
    perHour: 40,
    known: (line, contingency, hour, direction) =>
      known.has(limitName({ line, contingency, hour, direction })),
    overflow: (line) => (lineAt(line)?.penalty_usd_per_mwh === undefined ? 0 : UNLIMITED),
  };
  const toRow = (violation: FlowLimitViolation) => {
    const { line, contingency, hour, direction, limit } = violation;
    known.add(limitName(violation));
    const given = lineAt(line);
    const levers = given && lineLevers(given, 1);
    const id = contingency === null ? undefined : contingencies[contingency]?.id;
    if (id !== undefined && !named.has(`${given?.id}/${hour}`)) named.set(`${given?.id}/${hour}`, id);
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
    contingencyOf: (line, hour) => named.get(`${line}/${hour}`),
    addViolated(primal) {
      if (!factors || !screen) return 0;
      const net = netInjections(instance, model, primal);
      const drawn = drawLosses(instance, net);
      const found = screen(drawn, options).map(toRow);
      const tangents = violatedTangents(instance, model, factors, net, primal).map((tangent) =>
        lossTangentRow(instance, model.injections, tangent),
      );
      session.addRows([...found, ...tangents]);
      return found.length + tangents.length;
    },
  };
}
