/**
 * The strategy of a solve, from the case to the best result before verification. It consists of the steps of `SOLVE`,
 * each with its condition. A step takes the state and returns the next state. Steps that search a model run the steps
 * of search/search-model.ts.
 */
import type { Commitment } from '../../temporal/case/schema.ts';
import { isStopped, relativeGap, type Solve } from './base/solve.ts';
import { diagnose } from './repair/diagnose.ts';
import { NO_REPAIR } from './repair/find-repair.ts';
import { impossiblePeak } from './repair/peak-hour.ts';
import {
  cheaper,
  factsOf,
  infeasibleResult,
  outlineResult,
  scheduleResult,
  timeoutResult,
  type Uncertified,
} from './result/result.ts';
import {
  findOutline,
  isFaithful,
  isOutlined,
  outlineWithin,
  type Plan,
  planOf,
} from './search/find-outline.ts';
import { mergedUnits } from './search/merged-units.ts';
import { openSearch, type Reading } from './search/open-search.ts';
import { finish, type Searched, searchModel } from './search/search-model.ts';
import { warmStartWarnings } from './search/warm-start.ts';

/** The state of a solve between two steps. */
interface State {
  /** The result of the searches so far. */
  readonly best?: Uncertified;
  /** A result without a model, used if the searches find nothing better. */
  readonly reserve?: Uncertified;
  /** True if the time limit allows searches. */
  readonly searches: boolean;
  /** Commitment from which the searches begin, in place of the one in the request. */
  readonly start?: Commitment;
  readonly merged?: Merged;
  /** Commitment of a solution that violated a flow limit and could not be dispatched in time. */
  readonly undispatched?: Commitment;
}

/** Final figures of the search with merged units. */
interface Merged extends Pick<Searched, 'bound' | 'nodes'> {
  /** Cost of the best schedule of that search in the merged model, $. */
  readonly objective: number;
  readonly warnings: readonly string[];
  readonly resultAt: (bound: number) => Uncertified;
}

/** A step. `plan`: the steps for which time and memory suffice. */
type SolveStep = (state: State, solve: Solve, plan: Plan) => Promise<State>;

const SOLVE: readonly { step: SolveStep; when: (...now: Parameters<SolveStep>) => boolean }[] = [
  {
    step: refuse,
    when: (_, { request, prepared }) => !request.finish && !prepared.isContradictory,
  },
  { step: outlineFirst, when: ({ best }, _, { outlines }) => !best && outlines },
  { step: searchMerged, when: ({ searches }, { request }) => searches && !request.finish },
  { step: searchSingle, when: (state, solve) => state.searches && !isSettled(state, solve) },
  { step: outlineLast, when: isMissing },
  { step: compare, when: ({ best, reserve }) => best !== undefined && reserve !== undefined },
  { step: explain, when: ({ best }) => best?.termination_status === 'INFEASIBLE' && !best.infeasibility },
];

/** The best result within the time limit, or the causes if there is no schedule. */
export async function findResult(task: Solve): Promise<Uncertified> {
  const plan = planOf(task);
  const solve = { ...task, spare: { seconds: plan.outlines ? 0 : plan.sparedS, isNear: false } };
  let state: State = { searches: plan.searches };
  for (const { step, when } of SOLVE) if (when(state, solve, plan)) state = await step(state, solve, plan);
  return state.best ?? state.reserve ?? timeoutResult(null, solve.prepared.warnings, factsOf(solve));
}

/** Refuses cases that are proven infeasible without a search. */
async function refuse(state: State, solve: Solve): Promise<State> {
  const { prepared } = solve;
  const causes = await impossiblePeak(solve);
  if (!causes) return state;
  const best = infeasibleResult({ causes, ...NO_REPAIR }, prepared.warnings, factsOf(solve));
  return { ...state, best, searches: false };
}

/** A schedule is priced only if at least this share of the time remains. */
const LEAST_PRICING = 0.5;

async function outlineFirst(state: State, solve: Solve, plan: Plan): Promise<State> {
  const { request, clock } = solve;
  const outline = await findOutline(solve, plan);
  if (!outline) return state;
  const reserve = outlineResult(solve, outline);
  const isLate = request.finish === true && clock.leftS() < LEAST_PRICING * clock.limitS;
  const isEnough = request.first === true && isFaithful(solve, outline);
  const searches = plan.searches && !isLate && !isEnough && reserve.termination_status !== 'OPTIMAL';
  if (searches) solve.onReserve?.(reserve);
  const start = !request.start && !request.warmStart && { start: outline.commitment };
  return { ...state, reserve, searches, ...start };
}

async function searchMerged(state: State, solve: Solve): Promise<State> {
  const { request, prepared } = solve;
  if (prepared.isContradictory) return state;
  const reading = mergedUnits(prepared.instance, state.start ?? request.start?.commitment);
  return reading ? searchReading(state, solve, reading) : state;
}

async function searchSingle(state: State, solve: Solve): Promise<State> {
  const next = await searchReading(state, solve);
  const { merged, best } = state;
  if (!merged || costOf(next.best) <= costOf(best)) return next;
  const bound = Math.max(merged.bound, next.best?.lower_bound_usd ?? -Infinity);
  return { ...next, best: merged.resultAt(bound) };
}

/** Searches a model of the case, and makes a result from it. */
async function searchReading(state: State, solve: Solve, mergedReading?: Reading): Promise<State> {
  const { request, prepared } = solve;
  const { merged } = state;
  const search = await openSearch(solve, state.start ?? request.start?.commitment, mergedReading);
  const { reading } = search;
  try {
    const searched = prepared.isContradictory
      ? IMPOSSIBLE
      : request.finish
        ? finish(search, request.start)
        : await searchModel(search);
    const { best, outline, undispatched, duals } = searched;
    const next: State = {
      ...state,
      ...(outline && { reserve: outlineResult(solve, outline) }),
      ...(undispatched && { undispatched: reading.commitmentOf(search.formulation, undispatched) }),
    };
    const about = merged?.warnings ?? warmStartWarnings(request.warmStart, searched.verdict);
    const warnings = [...prepared.warnings, ...about];
    const facts = () => factsOf(solve, search.session.version);
    if (searched.isInfeasible) return { ...next, best: infeasibleResult(undefined, warnings, facts()) };
    if (!best) return { ...next, best: timeoutResult(searched.bound, warnings, facts()) };
    const read = reading.read(search, best.dispatch);
    const nodes = searched.nodes + (merged?.nodes ?? 0);
    const resultAt = (bound: number): Uncertified =>
      scheduleResult({ ...prepared, warnings }, read, { bound, nodes, duals }, facts());
    const bound = Math.max(searched.bound, merged?.bound ?? -Infinity);
    return {
      ...next,
      best: resultAt(bound),
      ...(reading.isMerged && {
        merged: { bound, nodes, objective: best.objective, warnings: about, resultAt },
        start: reading.commitmentOf(search.formulation, best.dispatch.primal),
      }),
    };
  } finally {
    search.session.dispose();
  }
}

const IMPOSSIBLE: Searched = { best: undefined, bound: -Infinity, nodes: 0, isInfeasible: true };

/** Costs that differ by less than this share count as equal. */
const ROUNDING = 1e-7;

/** True if a search of single units gains nothing. It may gain if a single unit starts colder than the merged units. */
function isSettled({ best, merged }: State, { request: { mipGap } }: Solve): boolean {
  if (!best || !merged) return best !== undefined;
  const { objective, bound } = merged;
  const endedByTime = relativeGap(objective, bound) > mipGap + ROUNDING;
  const isSame = relativeGap(costOf(best), objective) <= ROUNDING;
  return best.termination_status === 'OPTIMAL' || endedByTime || isSame;
}

/** True if the searches found no good schedule, and an outline may find one in the remaining time. */
function isMissing({ best, reserve, undispatched }: State, solve: Solve, { outlines }: Plan): boolean {
  const { request, clock, prepared, spare } = solve;
  if (!best || (reserve ? !(outlines && undispatched) : spare?.isNear)) return false;
  const status = best.termination_status;
  const hasTime = !request.finish && !isStopped(solve) && clock.leftS() > 0;
  return (status === 'TIMEOUT' || (status === 'FEASIBLE' && hasTime)) && isOutlined(prepared);
}

/** Finds an outline from the last commitment that the searches could not dispatch, if there is one. */
async function outlineLast(state: State, solve: Solve): Promise<State> {
  const { best, undispatched } = state;
  const start = undispatched && { commitment: undispatched, objective: Infinity, bound: null };
  const restarted = { ...solve, request: { ...solve.request, ...(start && { start }) } };
  const outline = await outlineWithin(restarted, Infinity);
  return best && outline
    ? { ...state, best: cheaper(solve, best, outlineResult(restarted, outline)) }
    : state;
}

async function compare(state: State, solve: Solve): Promise<State> {
  const { best, reserve } = state;
  return best && reserve ? { ...state, best: cheaper(solve, best, reserve) } : state;
}

async function explain(state: State, solve: Solve): Promise<State> {
  const { best } = state;
  const { payload, jobType } = solve.request;
  const infeasibility = best && (await diagnose(payload, jobType, solve.clock));
  return infeasibility
    ? { ...state, best: infeasibleResult(infeasibility, best.warnings, factsOf(solve, best.solver_version)) }
    : state;
}

const costOf = (result: Uncertified | undefined): number => result?.objective_value ?? Infinity;
