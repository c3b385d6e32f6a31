/** One solve from payload to certified result; runs in a worker thread and may block it as long as it likes. */
import type { SolveProgress } from '../../temporal/messages/progress.ts';
import type { SolveResult } from '../../temporal/messages/result.ts';
import type { Milp } from '../milp/model.ts';
import { openSolver } from '../solvers/open-solver.ts';
import type { SolverSession, SolverSettings } from '../solvers/solver.ts';
import { DEFAULT_COMMANDS } from '../solvers/solver-commands.ts';
import { formulate } from '../uc/formulation/index.ts';
import { certify } from '../verifier/certify.ts';
import { type SolveCase, toCase } from './case.ts';
import { type Clock, startClock } from './clock.ts';
import { diagnose } from './diagnose.ts';
import type { EngineRequest, Incumbent } from './engine.ts';
import { EngineError } from './engine-error.ts';
import { commitmentOf, commitmentValues, integerColumns } from './integer-columns.ts';
import { isContradictory } from './is-contradictory.ts';
import {
  infeasibleResult,
  type ResultFacts,
  scheduleResult,
  timeoutResult,
  type Uncertified,
} from './result.ts';
import { relativeGap } from './search-state.ts';
import { createSecureModel } from './secure-model.ts';
import { findSchedule, finishStart, type Outcome } from './strategy.ts';
import type { StrategyWatch } from './strategy-watch.ts';
import { createWarmStarter } from './warm-start.ts';

export interface SolveWatch {
  onProgress(progress: Omit<SolveProgress, 'elapsed_s'>): void;
  onIncumbent(incumbent: Incumbent): void;
}

export async function solveCase(
  request: EngineRequest,
  stop: Int32Array,
  watch: SolveWatch,
  commands = DEFAULT_COMMANDS,
): Promise<SolveResult> {
  const clock = startClock(request.timeLimitS);
  const show = progressShower(watch);
  show({ phase: 'building' });
  const solveCase = readCase(request);
  const open = openSolver(request.solver, commands);
  const result = await uncertified(
    request,
    solveCase,
    clock,
    (milp, settings) => open(milp, stop, settings),
    watch,
    show,
  );
  if (result.objective_value === null) return { ...result, certificate: null };
  show({ phase: 'verifying' });
  const certificate = certify(request.payload, request.jobType, result);
  if (!certificate.verified) {
    const failed = certificate.checks
      .filter(({ ok }) => !ok)
      .map(({ name, max_violation }) => `${name} by ${max_violation}`);
    throw new EngineError('VERIFICATION_FAILED', `The schedule failed its checks: ${failed.join(', ')}`);
  }
  return { ...result, certificate };
}

/** A network that cannot be computed, say because its reactances cancel out, is an error of the payload. */
function readCase({ payload, jobType }: EngineRequest): SolveCase {
  try {
    return toCase(payload, jobType);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new EngineError('INVALID_MODEL', `The network cannot be computed: ${error.message}`, {
      cause: error,
    });
  }
}

async function uncertified(
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
    const strategyWatch: StrategyWatch = {
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

type Show = (news: Partial<Omit<SolveProgress, 'elapsed_s' | 'mip_gap'>>) => void;

function progressShower(watch: SolveWatch): Show {
  let seen: Omit<SolveProgress, 'elapsed_s'> = {
    phase: 'loading',
    incumbent: null,
    bound: null,
    mip_gap: null,
    nodes: null,
  };
  return (news) => {
    seen = { ...seen, ...news };
    const { incumbent, bound } = seen;
    const mip_gap = incumbent === null || bound === null ? null : relativeGap(incumbent, bound);
    seen = { ...seen, mip_gap };
    watch.onProgress(seen);
  };
}
