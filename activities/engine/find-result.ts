/** From a case to its result before it is verified: model, strategy, prices; causes where there is no schedule. */
import type { SolveCase } from './case.ts';
import type { Clock } from './clock.ts';
import { diagnose } from './diagnose.ts';
import type { EngineRequest, Incumbent } from './engine.ts';
import { finishAggregated } from './finish-aggregated.ts';
import { commitmentOf } from './integer-columns.ts';
import { isContradictory } from './is-contradictory.ts';
import { type OpenedSearch, openSearch, type SearchContext } from './open-search.ts';
import {
  infeasibleResult,
  type ResultFacts,
  scheduleResult,
  timeoutResult,
  type Uncertified,
} from './result.ts';
import { type Aggregated, searchAggregated } from './search-aggregated.ts';
import type { Show, SolveWatch } from './solve-watch.ts';
import { givenHours } from './start-values.ts';
import { findSchedule, finishStart, type Outcome } from './strategy.ts';

export async function findResult(
  request: EngineRequest,
  solveCase: SolveCase,
  clock: Clock,
  open: SearchContext['open'],
  watch: SolveWatch,
  show: Show,
): Promise<Uncertified> {
  const context: SearchContext = { request, clock, open, watch, show };
  const { instance } = solveCase;
  const searches = !request.finish && !isContradictory(instance);
  const aggregated = searches ? await searchAggregated(context, solveCase) : undefined;
  if (aggregated && aggregated.outcome.kind !== 'schedule')
    return withoutSchedule(context, solveCase, aggregated.outcome, aggregated);
  const search = await openSearch(context, solveCase, {
    start: aggregated?.commitment ?? request.start?.commitment,
    hoursOf: (commitment) => givenHours(instance, commitment),
    commitmentOf: (formulation, primal) => commitmentOf(instance, formulation, primal),
  });
  try {
    const outcome = toOutcome(request, search, aggregated);
    const about = {
      solverVersion: search.session.version,
      warnings: aggregated?.warnings ?? search.warnings(),
    };
    if (outcome.kind !== 'schedule') return await withoutSchedule(context, solveCase, outcome, about);
    const warnings = [...solveCase.warnings, ...about.warnings];
    const facts = factsOf(context, about);
    return scheduleResult({ ...solveCase, warnings }, search.formulation, search.model, outcome, facts);
  } finally {
    search.session.dispose();
  }
}

function toOutcome(
  request: EngineRequest,
  search: OpenedSearch,
  aggregated: Aggregated | undefined,
): Outcome {
  if (isContradictory(search.instance)) return { kind: 'infeasible' };
  if (request.finish) return finished(finishStart(search), request.start);
  if (aggregated?.outcome.kind === 'schedule')
    return finishAggregated(search, aggregated.outcome, aggregated.charging);
  return findSchedule(search);
}

/** The bound of the search that found the incumbent still holds. */
const finished = (outcome: ReturnType<typeof finishStart>, start: Incumbent | undefined): Outcome =>
  outcome
    ? { ...outcome, bound: start?.bound ?? Number.NEGATIVE_INFINITY }
    : { kind: 'timeout', bound: null };

/** What the result says of the search besides its outcome. */
type About = Pick<Aggregated, 'solverVersion' | 'warnings'>;

const factsOf = ({ request, clock }: SearchContext, { solverVersion }: About): ResultFacts => ({
  solver: request.solver,
  solver_version: solverVersion,
  solve_time_s: clock.elapsedS(),
  mipGap: request.mipGap,
});

async function withoutSchedule(
  context: SearchContext,
  solveCase: SolveCase,
  outcome: Exclude<Outcome, { kind: 'schedule' }>,
  about: About,
): Promise<Uncertified> {
  const { request, clock } = context;
  const warnings = [...solveCase.warnings, ...about.warnings];
  const facts = factsOf(context, about);
  if (outcome.kind === 'timeout') return timeoutResult(outcome.bound, warnings, facts);
  return infeasibleResult(await diagnose(request.payload, request.jobType, clock), warnings, facts);
}
