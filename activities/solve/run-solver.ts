/**
 * The solver activity: load the payload, let the engine answer it, save the result. It may be killed at
 * any point and run again: it starts from the last saved incumbent and with the time that no attempt has used.
 */
import { activityInfo, cancellationDetails, cancellationSignal, log } from '@temporalio/activity';
import type { SolvePayload } from '../../temporal/case/messages/payload.ts';
import type { SolveResult } from '../../temporal/case/messages/result.ts';
import type { RunSolverInput, SolveSummary } from '../../temporal/case/messages/solve-run.ts';
import type { Incumbent, SavedRelaxation } from '../../temporal/case/messages/warm-start.ts';
import type { SolverActivityDeps } from '../deps.ts';
import type { EngineRequest } from '../engine/base/engine.ts';
import { attemptLost, invalidModel, solverLost, toApplicationFailure } from './failures.ts';
import { figuresOf } from './figures.ts';
import { findWarmStart } from './find-warm-start.ts';
import { keepNewest } from './keep-newest.ts';
import { recordConvergence } from './record-convergence.ts';
import { previousHeartbeat, startReporting } from './report.ts';

/** Attempts that may begin to compute before the job itself is taken to be what kills the workers. */
const MAX_STARTS = 20;
/** A resumed attempt always gets this long to price and verify what it resumes from, s. */
const LEAST_TIME_S = 2;

export async function runSolver(deps: SolverActivityDeps, input: RunSolverInput): Promise<SolveSummary> {
  const previous = previousHeartbeat(input);
  if ((previous?.starts ?? 0) >= MAX_STARTS) throw solverLost(MAX_STARTS);
  const giveBack = deps.takeSlot();
  if (!giveBack) throw attemptLost(previous);
  const report = startReporting(input, deps.now, previous, deps.observe?.());
  try {
    await markRunning(deps, input, report.startedAt);
    const payload = await deps.documents.get('payload', input.jobId);
    if (!payload) throw invalidModel('The payload of this job is no longer stored');
    const saved = await savedByAnEarlierAttempt(deps, input);
    if (saved) {
      log.info('result taken over', { jobId: input.jobId });
      return summaryOf(payload, saved);
    }
    const begin = await beginning(deps, input, payload);
    log.info('solving', { jobId: input.jobId, resumed: 'start' in begin, warm: 'warmStart' in begin });
    const { result, relaxation } = await solve(deps, input, payload, begin, report);
    report.phase('saving');
    if (relaxation) await deps.documents.put('relaxation', input.jobId, relaxation);
    await deps.documents.put('result', input.jobId, result);
    log.info('solved', { jobId: input.jobId, solveTimeS: result.solve_time_s });
    return summaryOf(payload, result);
  } catch (error) {
    throw cancellationDetails()?.workerShutdown ? attemptLost(report.latest()) : error;
  } finally {
    giveBack();
    report.end();
  }
}

async function solve(
  deps: SolverActivityDeps,
  input: RunSolverInput,
  payload: SolvePayload,
  begin: Beginning,
  report: ReturnType<typeof startReporting>,
): Promise<{ readonly result: SolveResult; readonly relaxation: SavedRelaxation | undefined }> {
  let relaxation: SavedRelaxation | undefined;
  const keeper = keepNewest((found: Incumbent) => deps.documents.put('incumbent', input.jobId, found));
  const resumes = input.finish || hasEarlierAttempt(input);
  const curve = await recordConvergence(deps, { jobId: input.jobId, resumes }, report.elapsedS);
  try {
    const result = await deps.engine(
      {
        jobType: input.jobType,
        payload,
        solver: input.solver,
        timeLimitS: timeLeftS(input, begin, input.repeatable ? 0 : report.elapsedS()),
        mipGap: input.mipGap,
        repeatable: input.repeatable ?? false,
        ...begin,
      },
      {
        signal: cancellationSignal(),
        onProgress: (progress) => {
          report.progress(progress);
          curve.add(progress);
        },
        onIncumbent: keeper.offer,
        onRelaxation: (saved) => {
          // The first model that a similar case relaxes is like the first one here.
          relaxation ??= saved;
        },
      },
    );
    return { result: { ...result, convergence: await curve.end(result) }, relaxation };
  } catch (error) {
    await curve.leave();
    throw toApplicationFailure(error);
  } finally {
    await keeper.flush();
  }
}

type Beginning = Pick<EngineRequest, 'start' | 'finish' | 'warmStart'>;

/** What an earlier attempt found comes first: it is the best schedule of this very case. */
async function beginning(
  deps: SolverActivityDeps,
  input: RunSolverInput,
  payload: SolvePayload,
): Promise<Beginning> {
  const start = await savedIncumbent(deps, input);
  if (start) return { start, finish: input.finish };
  const warmStart = await findWarmStart(deps, input, payload);
  return warmStart ? { warmStart } : {};
}

/** Asked to finish without an incumbent there is nothing to finish: a last quick try instead of a search. */
const timeLeftS = (input: RunSolverInput, { start }: Beginning, elapsedS: number): number =>
  input.finish && !start ? LEAST_TIME_S : Math.max(LEAST_TIME_S, input.timeLimitS - elapsedS);

/** The worker may have died between saving the result and reporting it. */
const savedByAnEarlierAttempt = async (deps: SolverActivityDeps, input: RunSolverInput) =>
  hasEarlierAttempt(input) ? deps.documents.get('result', input.jobId) : undefined;

const hasEarlierAttempt = ({ previous }: RunSolverInput): boolean =>
  previous !== undefined || activityInfo().attempt > 1;

/** One that shall be repeatable does not depend on how far an interrupted attempt had come. */
const savedIncumbent = async (deps: SolverActivityDeps, { jobId, repeatable, finish }: RunSolverInput) =>
  repeatable && !finish ? undefined : deps.documents.get('incumbent', jobId);

async function markRunning(
  { jobs, scenarioRuns }: SolverActivityDeps,
  { jobId, parent }: RunSolverInput,
  startedAt: Date,
): Promise<void> {
  await jobs.markRunning(jobId, startedAt);
  if (parent?.type === 'experiment') await scenarioRuns.markRunning(parent.id, parent.index);
}

const summaryOf = (payload: SolvePayload, result: SolveResult): SolveSummary => ({
  terminationStatus: result.termination_status,
  objectiveValue: result.objective_value,
  mipGap: result.mip_gap,
  figures: figuresOf(payload, result),
  ...(result.objective_value === null && { reason: reasonOf(result) }),
});

/** Longer ones are told by the result itself. */
const LONGEST_REASON = 500;
const reasonOf = ({ infeasibility_reasons, warnings }: SolveResult): string => {
  const all = (infeasibility_reasons ?? warnings).join('; ') || 'No schedule was found in time';
  return all.length > LONGEST_REASON ? `${all.slice(0, LONGEST_REASON - 1)}…` : all;
};
