/** Stores an experiment together with its audit entry, then starts its workflow. Every step is repeatable; the order is the guarantee. */
import type { AuditSubject } from '../../mongo/audit.ts';
import { partJobId } from '../../mongo/derived-ids.ts';
import { type ExperimentRecord, toExperimentInput } from '../../mongo/experiments.ts';
import { newRecord } from '../../mongo/lifecycle.ts';
import { type ScenarioRunRecord, scenarioRunId, WAITING } from '../../mongo/scenario-runs.ts';
import type { ScenarioRecord } from '../../mongo/scenarios.ts';
import type { SolvePayload } from '../../temporal/case/messages/payload.ts';
import { DEFAULT_MIP_GAP, type SolverName } from '../../temporal/solvers.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/request.ts';
import type { ScenarioPlan } from './plan.ts';
import type { ExperimentSubmission } from './submit.ts';

export interface PlannedExperiment {
  readonly submission: ExperimentSubmission;
  readonly base: { readonly record: ScenarioRecord; readonly content: SolvePayload };
  readonly plan: ScenarioPlan;
  readonly solver: SolverName;
}

export async function acceptExperiment(
  deps: Deps,
  id: string,
  planned: PlannedExperiment,
  { user, request }: Caller,
): Promise<void> {
  const experiment = newExperiment(id, planned, user.userId, deps.now());
  await deps.documents.put('payload', id, planned.base.content);
  await deps.scenarioRuns.accept(newRows(experiment, planned.plan));
  await deps.audit.together(async (tx) => {
    await deps.experiments.accept(experiment, tx);
    await deps.audit.record('experiment_submitted', submitted(experiment, request), tx);
  });
  await startExperiment(deps, experiment);
}

const submitted = (experiment: ExperimentRecord, { ip, userAgent }: Caller['request']): AuditSubject => ({
  userId: experiment.user_id,
  ip,
  userAgent,
  once: `experiment_submitted/${experiment._id}`,
  details: {
    experiment_id: experiment._id,
    base_scenario_id: experiment.base_scenario_id,
    scenarios: experiment.scenarios_total,
  },
});

/** Accepted is accepted: when Temporal fails just now, the sweep starts the workflow within seconds. */
export async function startExperiment(
  { experimentWorkflows, experiments, log }: Deps,
  experiment: ExperimentRecord,
): Promise<void> {
  try {
    await experimentWorkflows.start(toExperimentInput(experiment));
    await experiments.markWorkflowStarted(experiment._id);
  } catch (error) {
    log.warn({ err: error, experiment_id: experiment._id }, 'workflow left to the sweep');
  }
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
