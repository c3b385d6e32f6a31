/** An outcome of the strategy -> the result a client gets, still without its certificate. */

import { allRounded, rounded, roundedDown } from '../../../temporal/case/arithmetic/rounded.ts';
import type { Infeasibility } from '../../../temporal/case/messages/infeasibility.ts';
import type { BindingConstraint, Series, SolveResult } from '../../../temporal/case/messages/result.ts';
import type { Network } from '../../network/network.ts';
import type { ShiftFactors } from '../../network/shift-factors.ts';
import { scheduleCost } from '../../uc/cost.ts';
import { figuresOf, penaltyOf } from '../../uc/formulation/families.ts';
import type { Formulation } from '../../uc/formulation/index.ts';
import { bySeriesName, injectionsOf, type Schedule, toSchedule } from '../../uc/schedule.ts';
import type { PreparedCase } from '../base/prepared-case.ts';
import type { ModelledLimit } from '../model/network-rows.ts';
import type { SecureModel } from '../model/secure-model.ts';
import type { FoundSchedule } from '../search/find-schedule.ts';
import { isPriced, relativeGap } from '../search/kernels/search-state.ts';
import { type RelaxedRows, toMultipliers } from './multipliers.ts';
import { NO_PRICES, type PricedFormulation, type PricedModel, pricesAt } from './prices.ts';

export type Uncertified = Omit<SolveResult, 'certificate'>;

/** What every result says, whatever came of it. */
export interface ResultFacts {
  readonly solver: SolveResult['solver'];
  readonly solver_version: string;
  readonly solve_time_s: number;
  readonly mipGap: number;
}

/** What a result reads of the model. */
export type ReadFormulation = Pick<Formulation, 'x'> & PricedFormulation & RelaxedRows;
export type ReadModel = Pick<SecureModel, 'overflow' | 'deliverables'> & PricedModel;

const EMPTY = {
  objective_value: null,
  total_cost_usd: null,
  commitment: {},
  dispatch_mw: {},
  startup: {},
  lmp: {},
  lmp_components: {},
  binding_constraints: [],
  mip_gap: null,
  lower_bound_usd: null,
  node_count: null,
  cost_breakdown: null,
};
/** Rounding the schedule moves its cost by less than this share of it. */
const ROUNDING = 1e-7;

export function infeasibleResult(
  infeasibility: Infeasibility,
  warnings: readonly string[],
  facts: ResultFacts,
): Uncertified {
  const { mipGap: _, ...about } = facts;
  return {
    ...EMPTY,
    ...about,
    termination_status: 'INFEASIBLE',
    warnings: [...warnings],
    infeasibility_reasons: infeasibility.causes.map(({ message }) => message),
    infeasibility,
  };
}

export function timeoutResult(
  bound: number | null,
  warnings: readonly string[],
  facts: ResultFacts,
): Uncertified {
  const { mipGap: _, ...about } = facts;
  const known = bound !== null && Number.isFinite(bound) ? roundedDown(bound) : null;
  return {
    ...EMPTY,
    ...about,
    lower_bound_usd: known,
    termination_status: 'TIMEOUT',
    warnings: [...warnings],
  };
}

export function scheduleResult(
  prepared: PreparedCase,
  formulation: ReadFormulation,
  model: ReadModel,
  outcome: FoundSchedule,
  facts: ResultFacts,
): Uncertified {
  const { instance, warnings } = prepared;
  const { primal, rowDual } = outcome.dispatch;
  const schedule = toSchedule(instance, formulation.x, primal);
  const injections = injectionsOf(instance, schedule);
  const overflow = roundSeries(model.overflow(primal));
  const cost = allRounded(scheduleCost(instance, schedule, overflow, penaltyOf(instance, schedule)));
  const total = rounded(cost.energy_usd + cost.no_load_usd + cost.startup_usd);
  const objective = rounded(total + cost.penalty_usd);
  // A relaxed dispatch pays no-load costs of idle units in the model only.
  const modelled = instance.relaxed ? outcome.dispatch.objective : objective;
  const bound = objective - Math.max(0, modelled - outcome.bound);
  const proven = Number.isFinite(bound) ? roundedDown(bound) : null;
  const gap = proven === null ? null : relativeGap(objective, bound);
  const { mipGap, ...about } = facts;
  const prices = isPriced(outcome.dispatch) ? pricesAt(instance, formulation, model, rowDual) : NO_PRICES;
  return {
    ...about,
    termination_status: gap !== null && gap <= mipGap + ROUNDING ? 'OPTIMAL' : 'FEASIBLE',
    objective_value: objective,
    total_cost_usd: total,
    lower_bound_usd: proven,
    mip_gap: gap,
    node_count: outcome.nodes,
    ...scheduleSeries(prepared, schedule, injections, overflow),
    ...figuresOf(instance, schedule),
    ...prices,
    binding_constraints: model.limits.flatMap((limit) =>
      bindingConstraint(prepared, injections, overflow, limit, rowDual[limit.row] ?? 0),
    ),
    cost_breakdown: cost,
    ...(instance.jobType !== 'ed' && {
      multipliers: toMultipliers(prepared, formulation, model, dualsOf(outcome)),
    }),
    warnings: isPriced(outcome.dispatch) ? [...warnings] : [...warnings, NOT_PRICED],
  };
}

/** The duals of the dispatch serve where there are no others. */
const dualsOf = ({ duals, dispatch }: FoundSchedule): Float64Array | undefined =>
  duals ?? (isPriced(dispatch) ? dispatch.rowDual : undefined);

const NOT_PRICED = 'The time limit was reached before the schedule could be priced: it has no prices';

const roundSeries = (series: Record<string, number[]>): Record<string, number[]> =>
  Object.fromEntries(Object.entries(series).map(([name, hours]) => [name, hours.map(rounded)]));

function scheduleSeries(
  { instance, factors }: PreparedCase,
  schedule: Schedule,
  injections: readonly Float64Array[],
  overflow: Record<string, number[]>,
) {
  const { units, renewables, storage, payload, buses, jobType, network, unservedPrice } = instance;
  const names = units.map(({ name }) => name);
  const products = payload.reserves ?? [];
  const loaded = new Set(payload.loads.map(({ bus }) => bus));
  const starts = units.map(({ onBefore }, g) =>
    (schedule.on[g] ?? []).map((on, t) =>
      Number(on > (t > 0 ? (schedule.on[g]?.[t - 1] ?? 0) : Number(onBefore))),
    ),
  );
  const soft = products.flatMap(({ penalty_usd_per_mwh }, q) =>
    penalty_usd_per_mwh === undefined ? [] : [q],
  );
  const taken = bySeriesName(
    renewables.map(({ name }) => name),
    schedule.renewable,
  );
  return {
    commitment: bySeriesName(names, schedule.on),
    dispatch_mw: bySeriesName(names, schedule.output),
    startup: jobType === 'ed' ? {} : bySeriesName(names, starts),
    ...(renewables.length > 0 && {
      renewable_mw: taken,
      curtailment_mw: Object.fromEntries(
        renewables.map(({ name, p_max }) => [
          name,
          p_max.map((mw, t) => rounded(mw - (taken[name]?.[t] ?? 0))),
        ]),
      ),
    }),
    ...(products.length > 0 && {
      reserve_mw: Object.fromEntries(
        products.map(({ name }, q) => [name, bySeriesName(names, schedule.reserve[q] ?? [])]),
      ),
    }),
    ...(soft.length > 0 && {
      reserve_shortfall_mw: Object.fromEntries(
        soft.map((q) => [products[q]?.name ?? '', [...(schedule.shortfall[q] ?? [])]]),
      ),
    }),
    ...(storage.length > 0 && {
      storage: Object.fromEntries(storage.map(({ name }, s) => [name, schedule.storage[s]]).flatMap(known)),
    }),
    ...(unservedPrice !== undefined && {
      unserved_mw: Object.fromEntries(
        [...buses.entries()]
          .filter(([, bus]) => loaded.has(bus))
          .map(([b, bus]) => [`bus_${bus}`, [...(schedule.unserved[b] ?? [])]]),
      ),
    }),
    ...(factors && { flows_mw: flowSeries(network, factors, injections) }),
    ...(instance.lossShares && {
      losses_mw: injections.map((_, t) => rounded(schedule.losses.reduce((mw, at) => mw + (at[t] ?? 0), 0))),
    }),
    ...(Object.keys(overflow).length > 0 && { overflow_mw: overflow }),
  };
}

const known = <T>([name, value]: (string | T | undefined)[]): [string, T][] =>
  typeof name === 'string' && value !== undefined && typeof value !== 'string' ? [[name, value]] : [];

/** Line -> MW per hour in the base case. */
function flowSeries({ lines }: Network, factors: ShiftFactors, injections: readonly Float64Array[]): Series {
  const flows = injections.map((mw) => factors.flows(mw));
  return bySeriesName(
    lines.map(({ id }) => id),
    lines.map((_, line) => flows.map((hour) => rounded(hour[line] ?? 0))),
  );
}

/** MW over the line whose shift factors are given. */
function flow(injection: Float64Array, factors: Float64Array): number {
  let mw = 0;
  for (const [b, factor] of factors.entries()) mw += factor * (injection[b] ?? 0);
  return mw;
}

/** A limit binds when its price is not zero or its flow is within 0.1 % of it. */
function bindingConstraint(
  { instance, contingencies }: PreparedCase,
  injections: readonly Float64Array[],
  overflow: Record<string, number[]>,
  limit: ModelledLimit,
  dual: number,
): BindingConstraint[] {
  const flow_mw = flow(injections[limit.hour] ?? new Float64Array(), limit.factors);
  const line_id = instance.network.lines[limit.line]?.id ?? '';
  const allowed = limit.limit + (overflow[line_id]?.[limit.hour] ?? 0);
  if (Math.abs(dual) <= 1e-6 && Math.abs(flow_mw) < 0.999 * allowed) return [];
  return [
    {
      line_id,
      contingency_id: limit.contingency === null ? null : (contingencies[limit.contingency]?.id ?? null),
      hour: limit.hour,
      flow_mw: rounded(flow_mw),
      limit_mw: limit.limit,
      shadow_price_usd_per_mwh: rounded(dual),
    },
  ];
}
