/**
 * The solver activity: loads the payload, runs the engine, and stores the result together with the end of the job. If
 * the activity is killed, it runs again, from the incumbent saved last and with the remaining time limit.
 */
import { cancellationDetails, cancellationSignal, log } from '@temporalio/activity';
import { type PackedDocuments, packDocument } from '../../mongo/documents.ts';
import { withoutProfiles } from '../../temporal/case/arithmetic/profiles.ts';
import { wholeMilliseconds } from '../../temporal/case/arithmetic/rounded.ts';
import { endReasonOf } from '../../temporal/case/messages/end-reason.ts';
import type { SolveResult } from '../../temporal/case/messages/result.ts';
import type { RunSolverInput, SolveSummary } from '../../temporal/case/messages/solve-run.ts';
import type { Incumbent, SavedRelaxation } from '../../temporal/case/messages/warm-start.ts';
import type { SolvePayload } from '../../temporal/case/schema.ts';
import { canonicalSha256 } from '../../temporal/json/sha256.ts';
import type { SolverActivityDeps } from '../deps.ts';
import type { EngineRequest } from '../engine/base/engine.ts';
import { attemptLost, invalidModel, solverLost, toApplicationFailure } from './failures.ts';
import { figuresOf } from './figures.ts';
import { findWarmStart } from './find-warm-start.ts';
import { finishJob } from './finish-job.ts';
import { best, keepNewest, recordConvergence } from './record-convergence.ts';
import { previousHeartbeat, startReporting } from './report.ts';

/** Number of attempts after which the job itself is assumed to kill the workers. */
const MAX_STARTS = 20;
/** Least time limit of a resumed attempt, s; enough to price and verify its incumbent. */
const LEAST_TIME_S = 2;
/** Delay of the first save of an incumbent, ms; most solves end earlier. */
const FIRST_SAVED_MS = 200;

export async function runSolver(deps: SolverActivityDeps, input: RunSolverInput): Promise<SolveSummary> {
  const previous = previousHeartbeat(input);
  if ((previous?.starts ?? 0) >= MAX_STARTS) throw solverLost(MAX_STARTS);
  const giveBack = deps.takeSlot();
  if (!giveBack) throw attemptLost(previous);
  const report = startReporting(input, deps.now, previous, deps.observe?.());
  try {
    const [isFirst, stored] = await Promise.all([
      markRunning(deps, input, report.startedAt),
      deps.documents.getStored('payload', input.jobId),
    ]);
    if (!stored) throw invalidModel('The payload of this job is no longer stored');
    const payload = withoutProfiles(stored);
    const saved = isFirst ? undefined : await deps.documents.get('result', input.jobId);
    if (saved) {
      log.info('result taken over', { jobId: input.jobId });
      return await recorded(deps, input, summaryOf(payload, saved));
    }
    const attempt = { input, payload, isFirst };
    const begin = await beginning(deps, attempt);
    log.info('solving', { jobId: input.jobId, resumed: 'start' in begin, warm: 'warmStart' in begin });
    const { result: solved, relaxation } = await solve(deps, attempt, begin, report);
    const solve_time_s = wholeMilliseconds(report.earlierS + solved.solve_time_s);
    const result = { ...(payload === stored ? solved : aboutStored(solved, stored)), solve_time_s };
    report.phase('saving');
    const summary = await recorded(deps, input, summaryOf(payload, result), {
      result: await packDocument(result),
      ...(relaxation && { relaxation: await packDocument(relaxation) }),
    });
    log.info('solved', { jobId: input.jobId, solveTimeS: result.solve_time_s });
    return summary;
  } catch (error) {
    throw cancellationDetails()?.workerShutdown ? attemptLost(report.latest()) : error;
  } finally {
    giveBack();
    report.end();
  }
}

/** Makes the certificate refer to the case as stored: it may be in an older form than the one read by the engine. */
const aboutStored = ({ certificate, ...solved }: SolveResult, stored: SolvePayload): SolveResult => ({
  ...solved,
  certificate: certificate && { ...certificate, input_sha256: canonicalSha256(stored) },
});

/**
 * Records the completed job with its documents. If the job has ended before, the workflow reads the recorded end
 * instead.
 */
async function recorded(
  deps: SolverActivityDeps,
  { jobId, userId }: RunSolverInput,
  summary: SolveSummary,
  documents?: PackedDocuments,
): Promise<SolveSummary> {
  const completed = { status: 'completed', summary } as const;
  const input = { jobId, userId, end: completed, percent: 100 };
  const { end, finishedAt } = await finishJob(deps, input, documents);
  return end.status === 'completed' ? { ...summary, finishedAt } : summary;
}

interface Attempt {
  readonly input: RunSolverInput;
  readonly payload: SolvePayload;
  /** True if no earlier attempt has begun. */
  readonly isFirst: boolean;
}

async function solve(
  deps: SolverActivityDeps,
  { input, payload, isFirst }: Attempt,
  begin: Beginning,
  report: ReturnType<typeof startReporting>,
): Promise<{ readonly result: SolveResult; readonly relaxation: SavedRelaxation | undefined }> {
  let relaxation: SavedRelaxation | undefined;
  const keeper = keepNewest(
    (incumbent: Incumbent) => deps.documents.put('incumbent', input.jobId, incumbent),
    FIRST_SAVED_MS,
  );
  const curve = await recordConvergence(deps, { jobId: input.jobId, resumes: !isFirst }, report.elapsedS);
  try {
    const result = await deps.engine(
      {
        jobType: input.jobType,
        payload,
        solver: input.solver,
        timeLimitS: timeLeftS(input, begin, input.repeatable ? 0 : report.elapsedS()),
        mipGap: input.mipGap,
        ...begin,
        ...(begin.start && {
          start: { ...begin.start, bound: best(Math.max, begin.start.bound, curve.bound) },
        }),
      },
      {
        signal: cancellationSignal(),
        onProgress: (progress) => {
          report.progress(progress);
          curve.add(progress);
        },
        onIncumbent: keeper.offer,
        onRelaxation: (saved) => {
          // Only the first relaxation is kept, because a similar case begins with the relaxation of the same model.
          relaxation ??= saved;
        },
      },
    );
    await keeper.drop();
    const early = input.finish ? 'stopped' : (result.end_reason ?? 'time_limit');
    const end_reason = endReasonOf(result, early);
    return { result: { ...result, end_reason, convergence: await curve.end(result) }, relaxation };
  } catch (error) {
    await Promise.all([curve.leave(), keeper.flush()]);
    throw toApplicationFailure(error);
  }
}

type Beginning = Pick<EngineRequest, 'start' | 'finish' | 'warmStart'>;

/**
 * The schedule from which an attempt begins. The incumbent of an earlier attempt takes precedence, because it is the
 * best known schedule of this case.
 */
async function beginning(deps: SolverActivityDeps, { input, payload, isFirst }: Attempt): Promise<Beginning> {
  const start = isFirst ? undefined : await savedIncumbent(deps, input);
  if (start) return { start, finish: input.finish };
  const warmStart = await findWarmStart(deps, input, payload);
  return warmStart ? { warmStart } : {};
}

/**
 * Time limit of an attempt, s. If the client asked to finish and there is no incumbent, the time suffices for one quick
 * attempt without a search.
 */
const timeLeftS = (input: RunSolverInput, { start }: Beginning, elapsedS: number): number =>
  input.finish && !start ? LEAST_TIME_S : Math.max(LEAST_TIME_S, input.timeLimitS - elapsedS);

/** The saved incumbent; undefined for a repeatable solve, which must not depend on interrupted attempts. */
const savedIncumbent = async (deps: SolverActivityDeps, { jobId, repeatable, finish }: RunSolverInput) =>
  repeatable && !finish ? undefined : deps.documents.get('incumbent', jobId);

/**
 * Marks the job as running. Resolves to true if no earlier attempt has begun, in this or another workflow, so that
 * there is nothing to resume.
 */
async function markRunning(
  { jobs, scenarioRuns }: SolverActivityDeps,
  { jobId, parent }: RunSolverInput,
  startedAt: Date,
): Promise<boolean> {
  const isFirst = await jobs.markRunning(jobId, startedAt);
  if (parent?.type === 'experiment') await scenarioRuns.markRunning(parent.id, parent.index);
  return isFirst;
}

const summaryOf = (payload: SolvePayload, result: SolveResult): SolveSummary => ({
  terminationStatus: result.termination_status,
  ...(result.end_reason && { endReason: result.end_reason }),
  objectiveValue: result.objective_value,
  mipGap: result.mip_gap,
  figures: figuresOf(payload, result),
  ...(result.objective_value === null && { reason: reasonOf(result) }),
});

/** Longest reason in a record, characters; the result has the full text. */
const LONGEST_REASON = 500;
const reasonOf = ({ infeasibility_reasons, warnings }: SolveResult): string => {
  const all = (infeasibility_reasons ?? warnings).join('; ') || 'No schedule was found in time';
  return all.length > LONGEST_REASON ? `${all.slice(0, LONGEST_REASON - 1)}…` : all;
};
