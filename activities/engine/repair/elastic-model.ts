/**
 * A model of the case in which numbers of the payload may change, at a cost. Its optimum is the smallest change with
 * which a schedule exists. Costs of production are left out.
 */
import { MilpBuilder, type Term } from '../../milp/model.ts';
import { limitOf } from '../../network/line-limits.ts';
import { radians } from '../../network/network.ts';
import { addBalance, injectionTerms } from '../../uc/formulation/balance.ts';
import { FAMILIES } from '../../uc/formulation/families.ts';
import { interfaceRow, interfaceSides } from '../../uc/formulation/interface-limits.ts';
import type { Instance } from '../../uc/instance.ts';
import type { PreparedCase } from '../base/prepared-case.ts';
import { addCommitmentRows } from './commitment-rows.ts';
import {
  createLevers,
  type ElasticContext,
  type Elasticity,
  type ElasticVariables,
  elasticVariables,
  type Levers,
} from './elastic-context.ts';
import { horizonLever, interfaceLever, lineLevers, loadLevers, unitLevers } from './lever.ts';
import { addOutputRows } from './output-rows.ts';
import { addResourceRows } from './resource-rows.ts';

export interface ElasticModel extends ElasticContext {
  /** Number of binary variables. */
  readonly integers: number;
}

export function elasticModel(prepared: PreparedCase, elasticity: Elasticity): ElasticModel {
  const { instance } = prepared;
  const milp = new MilpBuilder();
  const x = elasticVariables(milp, instance);
  const levers = createLevers(milp, elasticity, instance.case.intervalsPerHour);
  const mostMw = largestMw(instance);
  const context: ElasticContext = {
    milp,
    instance,
    x,
    levers,
    mostMw,
    unitLevers: instance.case.generators.map(({ given }) => unitLevers(given, mostMw)),
    injections: elasticInjections(instance, x, levers),
  };
  addCommitmentRows(context);
  addOutputRows(context);
  addResourceRows(context);
  addBalance(milp, instance, x, context.injections);
  addFamilyLimits(context);
  addInterfaceLimits(context);
  placeLineLevers(context, prepared);
  return { ...context, integers: milp.columns.filter(({ integer }) => integer).length };
}

/** Upper bound of any change that may be needed, MW: all load and reserve of an hour, all outputs and charging. */
function largestMw({ units, load, requirements, storage, periods }: Instance): number {
  const sum = (values: readonly number[]): number => values.reduce((total, mw) => total + Math.abs(mw), 0);
  const hours = Array.from({ length: periods }, (_, t) =>
    sum([...load, ...requirements].map((series) => series[t] ?? 0)),
  );
  const outputs = units.map(({ pMin, powerBefore }) => Math.max(powerBefore ?? 0, ...pMin));
  return (
    Math.max(...hours) +
    sum(outputs) +
    sum(
      storage.flatMap((s) => [Math.max(...s.charge_mw), s.initial_mwh, s.final_mwh, Math.max(...s.min_mwh)]),
    )
  );
}

/** Adds the limits of families as in the model of a solve. Each limit is moved by the change of its number. */
function addFamilyLimits({ milp, instance, x, levers }: ElasticContext): void {
  const units = {
    output: (g: number, t: number): Term[] => [[1, x.output(g, t)]],
    startup: (g: number, t: number): Term[] => [[1, x.startup(g, t)]],
    renewable: (i: number, t: number): Term[] => [[1, x.renewable(i, t)]],
    discharge: x.discharge,
  };
  for (const family of FAMILIES) {
    for (const { row, number } of family.limits?.(instance, units) ?? []) {
      const isUpper = Number.isFinite(row.upper);
      const lever = horizonLever(number, isUpper ? 1 : -1);
      milp.row({ ...row, terms: [...row.terms, ...levers.terms(lever, 0, isUpper ? -1 : 1)] });
    }
  }
}

/** Soft limits are left out: every flow may exceed them. */
function addInterfaceLimits({ milp, instance, x, levers, injections }: ElasticContext): void {
  for (const side of interfaceSides(instance)) {
    const element = instance.interfaces[side.i]?.element;
    if (!element || element.penalty_usd_per_mwh !== undefined) continue;
    const change = levers.column(interfaceLever(element.given, side.field, side.t), side.t);
    milp.row(interfaceRow(instance, side, x, injections, change));
  }
}

/** Creates the changes of flow limits. They must exist before flow limits are added, once a solution violates them. */
function placeLineLevers(
  { instance, levers, mostMw }: ElasticContext,
  { factors, contingencies }: PreparedCase,
): void {
  // Flows that phase shifts cause are added to those of all injections.
  const shifted = instance.network.lines.reduce((mw, { susceptance, shift, element: { shifter } }) => {
    const decided = shifter ? radians(Math.max(Math.abs(shifter.min_deg), Math.abs(shifter.max_deg))) : 0;
    return mw + 2 * Math.abs(susceptance) * Math.max(Math.abs(shift), decided);
  }, 0);
  for (const l of factors?.monitored ?? []) {
    const line = instance.network.lines[l]?.element.given;
    if (!line || line.penalty_usd_per_mwh !== undefined) continue;
    const isLimited = (contingency: number | null, t: number): boolean =>
      limitOf(instance.network, l, contingency, t) < Number.POSITIVE_INFINITY;
    for (let t = 0; t < instance.periods; t++) {
      const { normal, emergency } = lineLevers(line, t, mostMw + shifted);
      if (isLimited(null, t)) levers.column(normal, t);
      if (contingencies.length > 0 && isLimited(0, t)) levers.column(emergency, t);
    }
  }
}

/**
 * Injections at each bus, including the changes of its load, shape [buses][T]. A change of the load of a bus changes
 * the first of its loads in the payload.
 */
function elasticInjections(instance: Instance, x: ElasticVariables, levers: Levers): Term[][][] {
  const { buses, load } = instance;
  return injectionTerms(instance, x, {
    ofBus(b, t) {
      const first = instance.case.loads.find(({ bus }) => bus === buses[b]);
      if (!first) return [];
      const [less, more] = loadLevers(first.bus, t, first.values[t] ?? 0, load[b]?.[t] ?? 0);
      return [...levers.terms(less, t, 1), ...levers.terms(more, t, -1)];
    },
    ofUnit: (g, t) => [[1, x.output(g, t)]],
  });
}
