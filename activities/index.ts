/** The activities of each kind of worker, built from their dependencies. */
import type { ConnectionRunInput } from '../temporal/case/messages/connection.ts';
import type { JoinMonthInput, WindowInput } from '../temporal/case/messages/execution.ts';
import type { PrepareScenariosInput, ScenarioInput } from '../temporal/case/messages/experiment-run.ts';
import type { DeliverInput, DueInput } from '../temporal/case/messages/schedule.ts';
import type { RunSolverInput, SolveSummary } from '../temporal/case/messages/solve-run.ts';
import {
  beginConnectionStudy,
  type FinishConnectionStudyInput,
  finishConnectionStudy,
} from './connections/finish-study.ts';
import { prepareConnectionRun } from './connections/study-runs.ts';
import type { DeliveryActivityDeps, RecordActivityDeps, SolverActivityDeps } from './deps.ts';
import { beginExecution } from './executions/begin-execution.ts';
import { closeWindow } from './executions/close-window.ts';
import { type FinishExecutionInput, finishExecution } from './executions/finish-execution.ts';
import { joinMonth } from './executions/join-month.ts';
import { withNetworks } from './executions/network-of.ts';
import { nextAllowance } from './executions/next-allowance.ts';
import { prepareWindow } from './executions/prepare-window.ts';
import {
  type BeginExperimentInput,
  beginExperiment,
  type FinishExperimentInput,
  finishExperiment,
} from './experiments/finish-experiment.ts';
import { closeScenario, prepareScenarios } from './experiments/prepare-scenarios.ts';
import { runDue } from './schedules/run-due.ts';
import { type FinishJobInput, finishJob } from './solve/finish-job.ts';
import { runSolver } from './solve/run-solver.ts';
import { createSweepActivities } from './sweep.ts';
import { deliver } from './webhooks/deliver.ts';

export function createRecordActivities(deps: RecordActivityDeps) {
  const withNetwork = withNetworks(deps);
  return {
    finishJob: (input: FinishJobInput) => finishJob(deps, input),
    beginExperiment: (input: BeginExperimentInput) => beginExperiment(deps, input),
    prepareScenarios: (input: PrepareScenariosInput) => prepareScenarios(deps, input),
    closeScenario: (input: ScenarioInput) => closeScenario(deps, input),
    finishExperiment: (input: FinishExperimentInput) => finishExperiment(deps, input),
    beginExecution: (executionId: string) => beginExecution(deps, executionId),
    prepareWindow: (input: WindowInput) => prepareWindow(withNetwork, input),
    nextAllowance: (executionId: string) => nextAllowance(deps, executionId),
    joinMonth: (input: JoinMonthInput) => joinMonth(withNetwork, input),
    closeWindow: (input: WindowInput) => closeWindow(withNetwork, input),
    finishExecution: (input: FinishExecutionInput) => finishExecution(deps, input),
    beginConnectionStudy: (input: Parameters<typeof beginConnectionStudy>[1]) =>
      beginConnectionStudy(deps, input),
    prepareConnectionRun: (input: ConnectionRunInput) => prepareConnectionRun(deps, input),
    finishConnectionStudy: (input: FinishConnectionStudyInput) => finishConnectionStudy(deps, input),
    runDue: (input: DueInput) => runDue(deps, input),
    ...createSweepActivities(deps),
  };
}
export type RecordActivities = ReturnType<typeof createRecordActivities>;

export const createSolverActivities = (deps: SolverActivityDeps) => ({
  runSolver: (input: RunSolverInput): Promise<SolveSummary> => runSolver(deps, input),
});
export type SolverActivities = ReturnType<typeof createSolverActivities>;

export const createDeliveryActivities = (deps: DeliveryActivityDeps) => ({
  deliver: (input: DeliverInput): Promise<void> => deliver(deps, input),
});
export type DeliveryActivities = ReturnType<typeof createDeliveryActivities>;
