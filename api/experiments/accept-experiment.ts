/** Stores an experiment with its rows, and starts it. */
import { partJobId } from '../../mongo/derived-ids.ts';
import type { ExperimentRecord } from '../../mongo/experiments.ts';
import { newRecord } from '../../mongo/lifecycle.ts';
import { type ScenarioRunRecord, scenarioRunId, WAITING } from '../../mongo/scenario-runs.ts';
import type { ScenarioRecord } from '../../mongo/scenarios.ts';
import type { ScenarioMatrix } from '../../temporal/case/messages/matrix.ts';
import type { SolvePayload } from '../../temporal/case/messages/payload.ts';
import { DEFAULT_MIP_GAP, type SolverName } from '../../temporal/solvers.ts';
import type { Caller } from '../http/request.ts';
import { acceptRun } from '../runs/accept.ts';
import type { ExperimentDeps } from './deps.ts';
import type { ScenarioPlan } from './plan.ts';
import { experimentRuns } from './runs.ts';

/** What a client submits as an experiment. */
export interface ExperimentSubmission {
  readonly name: string;
  readonly base_scenario_id: string;
  readonly scenario_matrix: ScenarioMatrix;
  /** Time limit of each solve, s. */
  readonly timeout_per_scenario: number;
  readonly max_parallel: number;
}

/** An experiment that nothing speaks against. */
interface PlannedExperiment {
  readonly submission: ExperimentSubmission;
  readonly base: { readonly record: ScenarioRecord; readonly content: SolvePayload };
  readonly plan: ScenarioPlan;
  readonly solver: SolverName;
}

/** Repeatable: a second time it changes nothing. */
export async function acceptExperiment(
  deps: ExperimentDeps,
  id: string,
  planned: PlannedExperiment,
  { user, request }: Caller,
): Promise<void> {
  const experiment = newExperiment(id, planned, user.userId, deps.now());
  await deps.documents.put('payload', id, planned.base.content);
  await deps.scenarioRuns.accept(newRows(experiment, planned.plan));
  await acceptRun(deps, experimentRuns(deps), experiment, { request });
}

const newExperiment = (
  id: string,
  { submission, base, plan, solver }: PlannedExperiment,
  userId: string,
  now: Date,
): ExperimentRecord => ({
  ...newRecord(id, userId, now),
  name: submission.name,
  base_scenario_id: submission.base_scenario_id,
  base_version: base.record.version,
  job_type: base.record.meta.job_type,
  solver,
  mip_gap: base.content.options?.mip_gap ?? DEFAULT_MIP_GAP,
  scenario_matrix: submission.scenario_matrix,
  changes: plan.changes,
  timeout_per_scenario: submission.timeout_per_scenario,
  max_parallel: submission.max_parallel,
  scenarios_total: plan.scenarios.length,
  attempt: 1,
  answered_before: 0,
});

const newRows = (experiment: ExperimentRecord, { scenarios }: ScenarioPlan): ScenarioRunRecord[] =>
  scenarios.map(({ values, solvedAs }, index) => ({
    _id: scenarioRunId(experiment._id, index),
    experiment_id: experiment._id,
    index,
    scenario_id: `${experiment.base_scenario_id}#${String(index).padStart(4, '0')}`,
    values,
    job_id: partJobId(experiment._id, solvedAs ?? index, 1),
    solved_as: solvedAs,
    attempt: 1,
    ...WAITING,
  }));
