/** Converts an outcome of the strategy to the result for the client, still without its certificate. */
import { toldTime } from '../../../temporal/case/arithmetic/intervals.ts';
import {
  allRounded,
  rounded,
  roundedDown,
  wholeMilliseconds,
} from '../../../temporal/case/arithmetic/rounded.ts';
import { totalCost } from '../../../temporal/case/arithmetic/unit-cost.ts';
import { verdictOf } from '../../../temporal/case/arithmetic/verdict.ts';
import type { Infeasibility } from '../../../temporal/case/messages/infeasibility.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import { objectiveOf, scheduleCost } from '../../uc/cost.ts';
import { figuresOf, penaltyOf } from '../../uc/formulation/families.ts';
import { injectionsOf, type Schedule, toSchedule } from '../../uc/schedule.ts';
import type { PreparedCase } from '../base/prepared-case.ts';
import { relativeGap, type Solve } from '../base/solve.ts';
import type { ModelledLimit } from '../model/model-rows.ts';
import type { Outline } from '../search/find-outline.ts';
import { isPriced } from '../search/kernels/search.ts';
import type { ReadDispatch } from '../search/open-search.ts';
import type { Searched } from '../search/search-model.ts';
import { approximatePrices, outlineMultipliers, type Prices, pricesAt, toMultipliers } from './prices.ts';
import { bindingConstraints, inPayloadUnits, scheduleSeries } from './result-series.ts';

export type Uncertified = Omit<SolveResult, 'certificate'>;

/**
 * Fields of every result, whatever the outcome. Time fields are present if intervals are not hours, or if the payload
 * has a date.
 */
export type ResultFacts = { readonly mipGap: number } & Pick<
  SolveResult,
  'solver' | 'solver_version' | 'solve_time_s' | 'interval_minutes' | 'start_time'
>;

/** Fields of every result. `solverVersion`: the default is for results for which no solver got the whole case. */
export const factsOf = (
  { request, clock }: Pick<Solve, 'request' | 'clock'>,
  solverVersion = 'not used',
): ResultFacts => ({
  solver: request.solver,
  solver_version: solverVersion,
  solve_time_s: wholeMilliseconds(clock.elapsedS()),
  mipGap: request.mipGap,
  ...toldTime(request.payload),
});

/** A result without a schedule. */
const emptyResult = (
  termination_status: 'INFEASIBLE' | 'TIMEOUT',
  warnings: readonly string[],
  { mipGap: _, ...about }: ResultFacts,
): Uncertified => ({
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
  ...about,
  termination_status,
  warnings: [...warnings],
});

/** Largest change of the cost of a schedule by rounding, as a share of the cost. */
export const ROUNDING = 1e-7;

/** Result of an infeasible case. `infeasibility`: undefined before it has been explained. */
export function infeasibleResult(
  infeasibility: Infeasibility | undefined,
  warnings: readonly string[],
  facts: ResultFacts,
): Uncertified {
  return {
    ...emptyResult('INFEASIBLE', warnings, facts),
    ...(infeasibility && {
      infeasibility_reasons: infeasibility.causes.map(({ message }) => message),
      infeasibility,
    }),
  };
}

export function timeoutResult(
  bound: number | null,
  warnings: readonly string[],
  facts: ResultFacts,
): Uncertified {
  const lowerBound = bound !== null && Number.isFinite(bound) ? roundedDown(bound) : null;
  return { ...emptyResult('TIMEOUT', warnings, facts), lower_bound_usd: lowerBound };
}

/** A schedule of the case, with its figures. */
interface ScheduleParts {
  readonly schedule: Schedule;
  /** Overload of soft lines by line id, MW. */
  readonly overflow: Record<string, number[]>;
  /** Proven lower bound, $. */
  readonly bound: number;
  readonly nodes: number;
  /** Cost of the schedule in the model, $; present if it differs from the actual cost. */
  readonly modelled?: number;
  /** Prices; undefined if the schedule was not priced. */
  readonly prices: Prices | undefined;
  /** Flow limits of the model, and the duals of its rows. */
  readonly limits: readonly ModelledLimit[];
  readonly rowDual: Float64Array;
  readonly multipliers: SolveResult['multipliers'];
}

/** Makes a result with a schedule. `bound`, `nodes`, `duals`: from the search that found the schedule. */
export function scheduleResult(
  prepared: PreparedCase,
  { formulation, model, dispatch }: ReadDispatch,
  { bound, nodes, duals }: Pick<Searched, 'bound' | 'nodes' | 'duals'>,
  facts: ResultFacts,
): Uncertified {
  const { instance } = prepared;
  const { primal, rowDual, objective } = dispatch;
  const priced = isPriced(dispatch) ? rowDual : undefined;
  const overflow = Object.entries(model.overflow(primal));
  return resultOf(
    prepared,
    {
      schedule: toSchedule(instance, formulation.x, primal),
      overflow: Object.fromEntries(overflow.map(([name, hours]) => [name, hours.map(rounded)])),
      bound,
      nodes,
      // A relaxed dispatch pays no-load costs of idle units in the model only, so the cost in the model is passed on
      // too.
      ...(instance.relaxed && { modelled: objective }),
      prices: priced && pricesAt(instance, formulation, model, priced),
      limits: model.limits,
      rowDual,
      // Without duals of a relaxation, the duals of the dispatch are used.
      multipliers:
        instance.jobType === 'ed' ? undefined : toMultipliers(prepared, formulation, model, duals ?? priced),
    },
    facts,
  );
}

export function outlineResult(solve: Solve, outline: Outline): Uncertified {
  const { request, prepared } = solve;
  const parts: ScheduleParts = {
    ...outline,
    bound: Math.max(outline.bound, request.start?.bound ?? -Infinity),
    nodes: 0,
    prices: undefined,
    limits: [],
    rowDual: new Float64Array(),
    multipliers: outlineMultipliers(prepared, outline.prices),
  };
  return resultOf(prepared, parts, factsOf(solve));
}

function resultOf(prepared: PreparedCase, parts: ScheduleParts, facts: ResultFacts): Uncertified {
  const { instance, warnings } = prepared;
  const { schedule, overflow, prices, limits, rowDual, multipliers } = parts;
  const injections = injectionsOf(instance, schedule);
  const cost = allRounded(scheduleCost(instance, schedule, overflow, penaltyOf(instance, schedule)));
  const total = rounded(totalCost(cost));
  const objective = rounded(objectiveOf(cost));
  const bound = objective - Math.max(0, (parts.modelled ?? objective) - parts.bound);
  const proven = Number.isFinite(bound) ? roundedDown(bound) : null;
  const gap = proven === null ? null : relativeGap(objective, bound);
  const { mipGap, ...about } = facts;
  const result: Uncertified = {
    ...about,
    termination_status: gap !== null && gap <= mipGap + ROUNDING ? 'OPTIMAL' : 'FEASIBLE',
    objective_value: objective,
    total_cost_usd: total,
    lower_bound_usd: proven,
    mip_gap: gap,
    node_count: parts.nodes,
    ...scheduleSeries(prepared, schedule, injections, overflow),
    ...figuresOf(instance, schedule),
    ...(prices ?? approximatePrices(instance, schedule)),
    binding_constraints: bindingConstraints(prepared, injections, overflow, limits, rowDual),
    cost_breakdown: cost,
    ...(multipliers && { multipliers }),
    warnings: prices ? [...warnings] : [...warnings, NOT_PRICED],
  };
  return { ...inPayloadUnits(result, instance.case.intervalsPerHour), verdict: verdictOf(result) };
}

/** Tolerance of the verifier for a bound above the cost, as a share of the objective. */
const BOUND_TOLERANCE = 1e-6;

/**
 * The result with the lower bound of another search, $, if that bound is higher. A bound clearly above the cost of a
 * schedule is an error of its search, and is ignored.
 */
export function withBound<Result extends Uncertified & Partial<Pick<SolveResult, 'certificate'>>>(
  result: Result,
  bound: number,
  mipGap: number,
): Result {
  const { objective_value: objective, certificate, termination_status: status } = result;
  const lower_bound_usd = roundedDown(Math.min(bound, objective ?? Infinity));
  if (!Number.isFinite(bound) || lower_bound_usd <= (result.lower_bound_usd ?? -Infinity)) return result;
  if (objective === null) return { ...result, lower_bound_usd };
  if (bound > objective + BOUND_TOLERANCE * Math.max(1, Math.abs(objective))) return result;
  const mip_gap = relativeGap(objective, lower_bound_usd);
  return {
    ...result,
    lower_bound_usd,
    mip_gap,
    termination_status: mip_gap <= mipGap + ROUNDING ? 'OPTIMAL' : status,
    ...(certificate && { certificate: { ...certificate, lower_bound_usd, mip_gap } }),
  };
}

/** The cheaper of two results of one case, with the higher of their bounds. */
export function cheaper(solve: Solve, searched: Uncertified, outlined: Uncertified): Uncertified {
  const { mipGap, solve_time_s } = factsOf(solve);
  const best = costOf(searched) <= costOf(outlined) ? searched : outlined;
  const bounds = [searched, outlined].map(({ lower_bound_usd }) => lower_bound_usd ?? -Infinity);
  return { ...withBound(best, Math.max(...bounds), mipGap), solve_time_s };
}

const costOf = ({ objective_value }: Uncertified): number => objective_value ?? Infinity;

const NOT_PRICED =
  'The schedule was not priced: its prices are those of its own merit order, approximate, without congestion and reserves, and not proven';
