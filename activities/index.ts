/** The activities of each kind of worker, built from what they need. */
import type { RunSolverInput, SolveSummary } from '../temporal/case/messages/solve-run.ts';
import type { RecordActivityDeps, SolverActivityDeps } from './deps.ts';
import { createExecutionActivities } from './executions/index.ts';
import { createExperimentActivities } from './experiments/index.ts';
import { type FinishJobInput, finishJob } from './solve/finish-job.ts';
import { runSolver } from './solve/run-solver.ts';
import { createSweepActivities } from './sweep.ts';

export const createRecordActivities = (deps: RecordActivityDeps) => ({
  finishJob: (input: FinishJobInput) => finishJob(deps, input),
  ...createExperimentActivities(deps),
  ...createExecutionActivities(deps),
  ...createSweepActivities(deps),
});
export type RecordActivities = ReturnType<typeof createRecordActivities>;

export const createSolverActivities = (deps: SolverActivityDeps) => ({
  runSolver: (input: RunSolverInput): Promise<SolveSummary> => runSolver(deps, input),
});
export type SolverActivities = ReturnType<typeof createSolverActivities>;
