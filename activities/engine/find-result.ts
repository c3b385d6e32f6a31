/** From a case to its result before it is verified: model, strategy, prices; causes where there is no schedule. */
import type { Milp } from '../milp/model.ts';
import type { SolverSession, SolverSettings } from '../solvers/solver.ts';
import { formulate } from '../uc/formulation/index.ts';
import type { SolveCase } from './case.ts';
import type { Clock } from './clock.ts';
import { diagnose } from './diagnose.ts';
import type { EngineRequest, Incumbent } from './engine.ts';
import { commitmentOf, commitmentValues, integerColumns } from './integer-columns.ts';
import { isContradictory } from './is-contradictory.ts';
import {
  infeasibleResult,
  type ResultFacts,
  scheduleResult,
  timeoutResult,
  type Uncertified,
} from './result.ts';
import type { Search } from './search-state.ts';
import { createSecureModel } from './secure-model.ts';
import type { Show, SolveWatch } from './solve-watch.ts';
import { findSchedule, finishStart, type Outcome } from './strategy.ts';
import { createWarmStarter } from './warm-start.ts';

export async function findResult(
  request: EngineRequest,
  solveCase: SolveCase,
  clock: Clock,
  open: (milp: Milp, settings: SolverSettings) => Promise<SolverSession>,
  watch: SolveWatch,
  show: Show,
): Promise<Uncertified> {
  const { instance } = solveCase;
  const formulation = formulate(instance);
  const { random_seed: randomSeed, presolve } = request.payload.options ?? {};
  const session = await open(formulation.milp, { randomSeed, presolve });
  try {
    const model = createSecureModel(solveCase, formulation, session);
    const warm = request.warmStart && createWarmStarter(instance, formulation, request.warmStart);
    const start = request.start && commitmentValues(instance, formulation, request.start.commitment);
    const strategyWatch: Search['watch'] = {
      onPhase: (phase) => show({ phase }),
      onProgress: ({ incumbent, bound, nodes }) => show({ incumbent, bound, nodes }),
      onIncumbent: (primal, objective, bound) =>
        watch.onIncumbent({ commitment: commitmentOf(instance, formulation, primal), objective, bound }),
    };
    const search = {
      instance,
      formulation,
      session,
      model,
      integers: integerColumns(formulation, session),
      mipGap: request.mipGap,
      start,
      warmStart: start ? undefined : warm?.fit,
      clock,
      watch: strategyWatch,
    };
    const outcome: Outcome = isContradictory(instance)
      ? { kind: 'infeasible' }
      : request.finish
        ? finished(finishStart(search), request.start)
        : findSchedule(search);
    const facts: ResultFacts = {
      solver: request.solver,
      solver_version: session.version,
      solve_time_s: clock.elapsedS(),
      mipGap: request.mipGap,
    };
    const warnings = [...solveCase.warnings, ...(warm?.warnings() ?? [])];
    if (outcome.kind === 'schedule')
      return scheduleResult({ ...solveCase, warnings }, formulation, model, outcome, facts);
    if (outcome.kind === 'timeout') return timeoutResult(outcome.bound, warnings, facts);
    return infeasibleResult(await diagnose(request.payload, request.jobType, clock), warnings, facts);
  } finally {
    session.dispose();
  }
}

/** The bound of the search that found the incumbent still holds. */
const finished = (outcome: ReturnType<typeof finishStart>, start: Incumbent | undefined): Outcome =>
  outcome
    ? { ...outcome, bound: start?.bound ?? Number.NEGATIVE_INFINITY }
    : { kind: 'timeout', bound: null };
