/** Accepts an experiment: everything that can refuse it comes first, then it will run to its end. */

import { partJobId } from '../../mongo/derived-ids.ts';
import type { ExperimentRecord } from '../../mongo/experiments.ts';
import { newRecord } from '../../mongo/lifecycle.ts';
import { type ScenarioRunRecord, scenarioRunId, WAITING } from '../../mongo/scenario-runs.ts';
import type { ScenarioRecord } from '../../mongo/scenarios.ts';
import type { ExperimentReply } from '../../temporal/case/messages/experiment.ts';
import { isTerminal } from '../../temporal/case/messages/job.ts';
import type { ScenarioMatrix } from '../../temporal/case/messages/matrix.ts';
import type { SolvePayload } from '../../temporal/case/messages/payload.ts';
import { DEFAULT_MIP_GAP, isSolverName, type SolverName } from '../../temporal/solvers.ts';
import { Conflict, NotFound } from '../http/errors.ts';
import type { Caller } from '../http/request.ts';
import { acceptRun, startRun } from '../runs/accept.ts';
import { runStatus } from '../runs/status.ts';
import { type Accepted, requireRoom, submitOnce } from '../runs/submit-once.ts';
import type { ExperimentDeps } from './deps.ts';
import { planScenarios, type ScenarioPlan } from './plan.ts';
import { experimentRuns, ownedExperiment } from './runs.ts';

interface AcceptedExperiment extends Accepted {
  readonly total: number;
}

export async function submitExperiment(
  deps: ExperimentDeps,
  submission: ExperimentSubmission,
  caller: Caller,
): Promise<AcceptedExperiment> {
  const { base, plan } = await planExperiment(deps, submission, caller);
  const solver = base.content.solver ?? 'highs';
  const accepted = await submitOnce(
    deps,
    experimentRuns(deps),
    {
      route: 'experiments',
      body: submission,
      solvers: solversOf(plan, solver),
      accept: (id) => acceptExperiment(deps, id, { submission, base, plan, solver }, caller),
    },
    caller,
  );
  return { ...accepted, total: plan.scenarios.length };
}

/** What a submission would be: all that its matrix and its base can be refused for is. */
export async function planExperiment(
  deps: Pick<ExperimentDeps, 'scenarios' | 'settings'>,
  { base_scenario_id, scenario_matrix }: Pick<ExperimentSubmission, 'base_scenario_id' | 'scenario_matrix'>,
  { user }: Pick<Caller, 'user'>,
) {
  const base = await deps.scenarios.read(user.userId, base_scenario_id);
  if (!base) throw new NotFound('Scenario not found');
  return { base, plan: planScenarios(scenario_matrix, base.content, deps.settings.MAX_SCENARIOS) };
}

/** Solvers of a plan: `solver` for scenarios that name none, and those that the variable `solver` names. */
function solversOf({ scenarios }: ScenarioPlan, solver: SolverName): SolverName[] {
  const named = scenarios.map(({ values }) => values['solver'] ?? solver);
  return [...new Set(named)].filter(isSolverName);
}

/** Solves again what an ended experiment has no answer for: its failed and cancelled scenarios. */
export async function retryExperiment(
  deps: ExperimentDeps,
  id: string,
  { user }: Pick<Caller, 'user'>,
): Promise<ExperimentReply> {
  const kind = experimentRuns(deps);
  const experiment = await ownedExperiment(deps, id, user);
  if (!isTerminal(experiment.status)) throw new Conflict(`The experiment is still ${experiment.status}`);
  const counts = await deps.scenarioRuns.counts(id);
  if (counts.failed + counts.cancelled === 0) throw new Conflict('No scenario has failed');
  await requireRoom(kind, user.userId);
  await deps.limits.solve.consume(user.userId);
  const restarted = await deps.experiments.restart(experiment, counts.completed, deps.now());
  if (!restarted) throw new Conflict('The experiment is already being retried');
  await startRun(deps, kind, restarted);
  return runStatus(deps, kind, restarted);
}

/** What a client submits as an experiment. */
interface ExperimentSubmission {
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

/** Stores an experiment with its rows, and starts it. Repeatable: a second time it changes nothing. */
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
