/** From a case to its result before it is verified: model, strategy, prices; causes where there is no schedule. */
import type { Commitment } from '../../../temporal/case/schema.ts';
import type { Milp } from '../../milp/model.ts';
import { shareOfClock } from '../base/clock.ts';
import type { EngineRequest, Incumbent } from '../base/engine.ts';
import { isContradictory, type PreparedCase } from '../base/prepared-case.ts';
import { commitmentOf, givenHours } from '../model/commitment-values.ts';
import { diagnose } from '../repair/diagnose.ts';
import { NO_REPAIR } from '../repair/find-repair.ts';
import { impossiblePeak } from '../repair/peak-hour.ts';
import {
  infeasibleResult,
  scheduleResult,
  timeoutResult,
  type Uncertified,
  withBound,
} from '../result/result.ts';
import { isOutlined } from '../search/find-outline.ts';
import { findSchedule } from '../search/find-schedule.ts';
import { type FoundSchedule, type Outcome, relativeGap } from '../search/kernels/search-state.ts';
import { finishStart } from '../search/search-commitment.ts';
import { factsOf, type OpenedSearch, openSearch, type SearchContext } from './open-search.ts';
import { type Outlined, outlined, planOf } from './outline-result.ts';
import {
  type AggregatedSchedule,
  type SearchAbout,
  type SplitSchedule,
  searchAggregated,
} from './search-aggregated.ts';

/** A schedule is priced where this share of the time is left for that. */
const LEAST_PRICING = 0.5;
/** A search whose schedule is within this of its bound needs no other schedule, relative. */
const NEAR = 0.01;
/** An outline after a search has at least so long for its improvements, s. */
const LEAST_OUTLINE_S = 0.01;

export async function findResult(given: SearchContext, prepared: PreparedCase): Promise<Uncertified> {
  let left: Commitment | undefined;
  const onUndispatched = (found: Commitment): void => {
    left = found;
  };
  const context = { ...given, onUndispatched };
  const plan = planOf(context.request, prepared);
  const impossible = await refused(context, prepared);
  if (impossible) return impossible;
  const first = plan.outlines ? await outlined(context, prepared, plan) : undefined;
  if (!first && plan.searches) {
    const { searched, isDone } = await searchFirst(context, prepared, plan.outlines ? 0 : plan.sparedS);
    return isDone ? searched : withSomeSchedule(context, prepared, searched, left);
  }
  if (!first) return timeoutResult(null, prepared.warnings, factsOf(context));
  const isLate =
    context.request.finish === true && context.clock.leftS() < LEAST_PRICING * context.clock.limitS;
  const isEnough = context.request.first === true && isFaithful(context.request, prepared, first);
  if (!plan.searches || isLate || isEnough || first.result.termination_status === 'OPTIMAL')
    return first.result;
  context.onReserve?.(first.result);
  const searched = await searchCase(startingFrom(context, first), prepared);
  const found = left ? await withSomeSchedule(context, prepared, searched, left) : searched;
  return better(context, found, first.result);
}

/**
 * A search that leaves `sparedS` of the time to an outline until it has a schedule near its bound. It goes on after the
 * outline where that takes less, because there is none or because it closes the gap.
 */
async function searchFirst(context: SearchContext, prepared: PreparedCase, sparedS: number) {
  let isNear = false;
  let isDue = sparedS > 0;
  let outline: Outlined | undefined;
  const onIncumbent = (incumbent: Incumbent): void => {
    isNear ||= relativeGap(incumbent.objective, incumbent.bound ?? Number.NEGATIVE_INFINITY) <= NEAR;
    context.watch.onIncumbent(incumbent);
  };
  const useSpared = async (): Promise<void> => {
    if (isNear || !isDue || context.isStopped()) return;
    isDue = false;
    outline = await outlineWithin(context, prepared, sparedS);
  };
  const searched = await searchCase(
    {
      ...context,
      watch: { ...context.watch, onIncumbent },
      sparedS: () => (isNear || !isDue ? 0 : sparedS),
      useSpared,
    },
    prepared,
  );
  return {
    searched: outline ? better(context, searched, outline.result) : searched,
    isDone: isNear || outline !== undefined,
  };
}

/** An outline in `limitS` of the remaining time. */
function outlineWithin(
  context: SearchContext,
  prepared: PreparedCase,
  limitS: number,
): Promise<Outlined | undefined> {
  const leftS = context.clock.leftS();
  const clock = shareOfClock(context.clock, leftS > limitS ? limitS / leftS : 1);
  const request = { ...context.request, timeLimitS: Math.max(LEAST_OUTLINE_S, clock.limitS) };
  return outlined({ ...context, request, clock }, prepared);
}

/** Some cases are seen to be impossible without a search. */
async function refused(context: SearchContext, prepared: PreparedCase): Promise<Uncertified | undefined> {
  const { request, clock, open } = context;
  if (request.finish || isContradictory(prepared.instance)) return undefined;
  const openHour = (milp: Milp) => open(milp, {});
  const causes = await impossiblePeak(prepared, request.jobType, openHour, clock);
  return causes && infeasibleResult({ causes, ...NO_REPAIR }, prepared.warnings, factsOf(context));
}

/**
 * An outline where a search ended without a good schedule, in the rest of the time, from the last commitment that the
 * search could not dispatch where there is one.
 */
async function withSomeSchedule(
  context: SearchContext,
  prepared: PreparedCase,
  searched: Uncertified,
  left: Commitment | undefined,
): Promise<Uncertified> {
  const { termination_status: status } = searched;
  const hasTime = !context.request.finish && !context.isStopped() && context.clock.leftS() > 0;
  if (!(status === 'TIMEOUT' || (status === 'FEASIBLE' && hasTime)) || !isOutlined(prepared)) return searched;
  const start = left && { commitment: left, objective: Infinity, bound: null };
  const request = { ...context.request, ...(start && { start }) };
  const last = await outlineWithin({ ...context, request }, prepared, Infinity);
  return last ? better(context, searched, last.result) : searched;
}

/** The start itself was dispatched, and storage, which is idle in it, could do no better. */
const isFaithful = (
  { start }: EngineRequest,
  { instance: { storage, units } }: PreparedCase,
  { commitment }: Outlined,
): boolean =>
  storage.length === 0 &&
  units.every(({ name }) => commitment[name]?.every((on, t) => on === start?.commitment[name]?.[t]));

/** A start that was asked for stays. */
function startingFrom(context: SearchContext, { commitment, outline }: Outlined): SearchContext {
  const { request } = context;
  if (request.start || request.warmStart) return context;
  const start = { commitment, objective: outline.cost, bound: outline.bound };
  return { ...context, request: { ...request, start } };
}

/** The cheaper of two results of one case, with the higher bound of both. */
function better(context: SearchContext, searched: Uncertified, first: Uncertified): Uncertified {
  const { mipGap, solve_time_s } = factsOf(context);
  const costOf = ({ objective_value }: Uncertified): number => objective_value ?? Infinity;
  const found = costOf(searched) <= costOf(first) ? searched : first;
  const bounds = [searched, first].map(({ lower_bound_usd }) => lower_bound_usd ?? -Infinity);
  return { ...withBound(found, Math.max(...bounds), mipGap), solve_time_s };
}

async function searchCase(context: SearchContext, prepared: PreparedCase): Promise<Uncertified> {
  const { request } = context;
  const searches = !request.finish && !isContradictory(prepared.instance);
  const aggregated = searches ? await searchAggregated(context, prepared) : undefined;
  if (!aggregated) return searchUnits(context, prepared, undefined);
  if (!('split' in aggregated)) return withoutSchedule(context, prepared, aggregated.outcome, aggregated);
  const result = withSchedule(context, prepared, aggregated.split, aggregated);
  if (isSettled(request, result, aggregated.outcome)) return result;
  const searched = await searchUnits(context, prepared, aggregated);
  if ((searched.objective_value ?? Infinity) <= (result.objective_value ?? Infinity)) return searched;
  const { outcome } = aggregated.split;
  const bound = Math.max(outcome.bound, searched.lower_bound_usd ?? -Infinity);
  return withSchedule(context, prepared, { ...aggregated.split, outcome: { ...outcome, bound } }, aggregated);
}

/** Costs that differ by less than this share are the same. */
const ROUNDING = 1e-7;

/** False where there is a point in going on: a start of a single unit was colder than that of merged ones. */
function isSettled(
  { mipGap }: EngineRequest,
  result: Uncertified,
  { dispatch, bound }: FoundSchedule,
): boolean {
  const { objective } = dispatch;
  const cost = result.objective_value ?? Infinity;
  const endedByTime = relativeGap(objective, bound) > mipGap + ROUNDING;
  return result.termination_status === 'OPTIMAL' || endedByTime || relativeGap(cost, objective) <= ROUNDING;
}

/** `found`: with merged units, to begin with. */
async function searchUnits(
  context: SearchContext,
  prepared: PreparedCase,
  found: (SearchAbout & AggregatedSchedule) | undefined,
): Promise<Uncertified> {
  const { request } = context;
  const { instance } = prepared;
  const search = await openSearch(context, prepared, {
    start: found?.commitment ?? request.start?.commitment,
    hoursOf: (commitment) => givenHours(instance, commitment),
    commitmentOf: (formulation, primal) => commitmentOf(instance, formulation, primal),
  });
  try {
    const { formulation, model, session } = search;
    const outcome = await toOutcome(request, search, found);
    const about = { solverVersion: session.version, warnings: found?.warnings ?? search.warnings() };
    return outcome.kind === 'schedule'
      ? withSchedule(context, prepared, { formulation, model, outcome }, about)
      : await withoutSchedule(context, prepared, outcome, about);
  } finally {
    search.session.dispose();
  }
}

async function toOutcome(
  request: EngineRequest,
  search: OpenedSearch,
  found: AggregatedSchedule | undefined,
): Promise<Outcome> {
  if (isContradictory(search.instance)) return { kind: 'infeasible' };
  if (request.finish) return finished(finishStart(search), request.start);
  const outcome = await findSchedule(search);
  if (!found || outcome.kind !== 'schedule') return outcome;
  const { bound, nodes } = found.outcome;
  return { ...outcome, bound: Math.max(bound, outcome.bound), nodes: nodes + outcome.nodes };
}

/** The bound of the search that found the incumbent still holds. */
const finished = (outcome: ReturnType<typeof finishStart>, start: Incumbent | undefined): Outcome =>
  outcome
    ? { ...outcome, bound: start?.bound ?? Number.NEGATIVE_INFINITY }
    : { kind: 'timeout', bound: null };

function withSchedule(
  context: SearchContext,
  prepared: PreparedCase,
  { formulation, model, outcome }: SplitSchedule,
  about: SearchAbout,
): Uncertified {
  const warnings = [...prepared.warnings, ...about.warnings];
  return scheduleResult(
    { ...prepared, warnings },
    formulation,
    model,
    outcome,
    factsOf(context, about.solverVersion),
  );
}

async function withoutSchedule(
  context: SearchContext,
  prepared: PreparedCase,
  outcome: Exclude<Outcome, FoundSchedule>,
  about: SearchAbout,
): Promise<Uncertified> {
  const { request, clock } = context;
  const warnings = [...prepared.warnings, ...about.warnings];
  if (outcome.kind === 'timeout')
    return timeoutResult(outcome.bound, warnings, factsOf(context, about.solverVersion));
  const infeasibility = await diagnose(request.payload, request.jobType, clock);
  return infeasibleResult(infeasibility, warnings, factsOf(context, about.solverVersion));
}
