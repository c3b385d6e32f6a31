/** Accepts an experiment after all checks, so that only the failure of a solve can end it early. */

import { partJobId } from '../../mongo/derived-ids.ts';
import { packDocument } from '../../mongo/documents.ts';
import type { ExperimentRecord } from '../../mongo/experiments.ts';
import { newRecord } from '../../mongo/lifecycle.ts';
import { type ScenarioRunRecord, scenarioRunId, WAITING } from '../../mongo/scenario-runs.ts';
import { ownOptions } from '../../mongo/shared-options.ts';
import type { ExperimentReply } from '../../temporal/case/messages/experiment.ts';
import { isTerminal } from '../../temporal/case/messages/job.ts';
import { Conflict } from '../http/errors.ts';
import type { Caller } from '../http/request.ts';
import { noteCommand } from '../runs/cancel.ts';
import { type Accepted, claim, takePlace } from '../runs/claim.ts';
import { startRun, storeRun } from '../runs/run-kind.ts';
import { runStatus } from '../runs/status.ts';
import type { ExperimentDeps } from './deps.ts';
import type { ScenarioPlan } from './plan.ts';
import { type Planned, type PlanSubmission, planExperiment } from './plan-experiment.ts';
import { experimentRuns, ownedExperiment } from './runs.ts';

interface AcceptedExperiment extends Accepted {
  readonly total: number;
}

export async function submitExperiment(
  deps: ExperimentDeps,
  submission: ExperimentSubmission,
  caller: Caller,
): Promise<AcceptedExperiment> {
  const planned = await planExperiment(deps, submission, caller);
  const request = { route: 'experiments', body: submission, solvers: planned.solvers };
  using claimed = await claim(deps, experimentRuns(deps), request, caller);
  if (claimed.isNew) await acceptExperiment(deps, claimed.id, { ...planned, submission }, caller);
  return { ...claimed, total: planned.plan.scenarios.length };
}

/** Solves the failed and cancelled scenarios of an experiment again, after its end. */
export async function retryExperiment(
  deps: ExperimentDeps,
  id: string,
  caller: Caller,
): Promise<ExperimentReply> {
  const kind = experimentRuns(deps);
  const { userId } = caller.user;
  const experiment = await ownedExperiment(deps, id, caller.user);
  if (!isTerminal(experiment.status)) throw new Conflict(`The experiment is still ${experiment.status}`);
  const { counts } = await deps.scenarioRuns.tally(id);
  if (counts.failed + counts.cancelled === 0) throw new Conflict('No scenario has failed');
  using _place = await takePlace(deps, kind, { userId, id });
  await deps.limits.solve.consume(userId);
  await noteCommand(kind, experiment, 'retry', caller);
  const restarted = await deps.experiments.restart(experiment, counts.completed, deps.now());
  if (!restarted) throw new Conflict('The experiment is already being retried');
  await startRun(deps, kind, restarted);
  return runStatus(deps, kind, restarted);
}

interface ExperimentSubmission extends PlanSubmission {
  readonly name: string;
  readonly max_parallel: number;
}

interface PlannedExperiment extends Planned {
  readonly submission: ExperimentSubmission;
}

/** Stores an experiment with its rows, and starts it. May be repeated safely. */
export async function acceptExperiment(
  deps: ExperimentDeps,
  id: string,
  planned: PlannedExperiment,
  { user, request }: Caller,
): Promise<void> {
  const experiment = newExperiment(id, planned, user.userId, deps.now());
  const { kind, content } = planned.kept;
  const packed = await packDocument(content);
  const rows = newRows(experiment, planned.plan);
  const runs = experimentRuns(deps);
  await deps.audit.together(
    async (tx) => {
      await deps.documents.putPacked(kind, id, packed, undefined, tx);
      await deps.scenarioRuns.accept(rows, tx);
      await storeRun(runs, experiment, { request }, tx);
    },
    () => startRun(deps, runs, experiment),
  );
}

const newExperiment = (
  id: string,
  { submission, plan, base }: PlannedExperiment,
  userId: string,
  now: Date,
): ExperimentRecord => ({
  ...newRecord(id, userId, now),
  ...base,
  name: submission.name,
  scenario_matrix: submission.scenario_matrix,
  changes: plan.changes,
  max_parallel: submission.max_parallel,
  scenarios_total: plan.scenarios.length,
  attempt: 1,
  answered_before: 0,
});

const newRows = (experiment: ExperimentRecord, { scenarios, shared }: ScenarioPlan): ScenarioRunRecord[] =>
  scenarios.map(({ values, solvedAs, study }, index) => ({
    _id: scenarioRunId(experiment._id, index),
    experiment_id: experiment._id,
    user_id: experiment.user_id,
    index,
    scenario_id: `${experiment.base_scenario_id}#${String(index).padStart(4, '0')}`,
    values,
    ...(study && { study: { ...study, options: ownOptions(study.options, shared ?? {}) } }),
    job_id: partJobId(experiment._id, solvedAs ?? index, 1),
    solved_as: solvedAs,
    attempt: 1,
    ...WAITING,
  }));
