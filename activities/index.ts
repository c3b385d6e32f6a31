/** The activities of each kind of worker, built from what they need. */
import type { RunSolverInput, SolveSummary } from '../temporal/messages/solve-run.ts';
import type { SolverActivityDeps } from './deps.ts';
import { runSolver } from './solve/run-solver.ts';

export { createJobActivities, type JobActivities } from './jobs/index.ts';

export const createSolverActivities = (deps: SolverActivityDeps) => ({
  runSolver: (input: RunSolverInput): Promise<SolveSummary> => runSolver(deps, input),
});
export type SolverActivities = ReturnType<typeof createSolverActivities>;
