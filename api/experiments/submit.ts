/** Accepts an experiment: everything that can refuse it comes first, then it will run to its end. */
import type { ExperimentReply } from '../../temporal/case/messages/experiment.ts';
import { isTerminal } from '../../temporal/case/messages/job.ts';
import { isSolverName, type SolverName } from '../../temporal/solvers.ts';
import { Conflict, NotFound } from '../http/errors.ts';
import type { Caller } from '../http/request.ts';
import { startRun } from '../runs/accept.ts';
import { requireRoom } from '../runs/requirements.ts';
import { runStatus } from '../runs/status.ts';
import { type Accepted, submitOnce } from '../runs/submit-once.ts';
import { acceptExperiment, type ExperimentSubmission } from './accept-experiment.ts';
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
  const base = await deps.scenarios.read(caller.user.userId, submission.base_scenario_id);
  if (!base) throw new NotFound('Scenario not found');
  const plan = planScenarios(submission.scenario_matrix, base.content, deps.settings.MAX_SCENARIOS);
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
