/** Accepts an experiment: everything that can refuse it comes first, then it will run to its end. */

import type { ScenarioMatrix } from '../../temporal/case/messages/matrix.ts';
import { isSolverName, type SolverName } from '../../temporal/solvers.ts';
import type { Deps } from '../deps.ts';
import { NotFound } from '../http/errors.ts';
import type { Caller } from '../http/request.ts';
import { type Accepted, submitOnce } from '../runs/submit-once.ts';
import { acceptExperiment } from './accept-experiment.ts';
import { planScenarios, type ScenarioPlan } from './plan.ts';

interface AcceptedExperiment extends Accepted {
  readonly total: number;
}

export async function submitExperiment(
  deps: Deps,
  submission: ExperimentSubmission,
  caller: Caller,
): Promise<AcceptedExperiment> {
  const base = await deps.scenarios.read(caller.user.userId, submission.base_scenario_id);
  if (!base) throw new NotFound('Scenario not found');
  const plan = planScenarios(submission.scenario_matrix, base.content, deps.settings.MAX_SCENARIOS);
  const solver = base.content.solver ?? 'highs';
  const accepted = await submitOnce(
    deps,
    {
      route: 'experiments',
      opened: 'experiments',
      body: submission,
      solvers: solversOf(plan, solver),
      isStored: async (id) => (await deps.experiments.find(id)) !== null,
      accept: (id) => acceptExperiment(deps, id, { submission, base, plan, solver }, caller),
    },
    caller,
  );
  return { ...accepted, total: plan.scenarios.length };
}

/** Of the scenarios that do not name one, and those that the variable `solver` names. */
function solversOf({ scenarios }: ScenarioPlan, solver: SolverName): SolverName[] {
  const named = scenarios.map(({ values }) => values['solver'] ?? solver);
  return [...new Set(named)].filter(isSolverName);
}

/** What a client submits as an experiment. */
export interface ExperimentSubmission {
  readonly name: string;
  readonly base_scenario_id: string;
  readonly scenario_matrix: ScenarioMatrix;
  /** Time limit of each solve, s. */
  readonly timeout_per_scenario: number;
  readonly max_parallel: number;
}
