/** Plans an experiment: all checks of its base and its matrix. */
import type { ExperimentRecord } from '../../mongo/experiments.ts';
import type { ScenarioMatrix } from '../../temporal/case/messages/matrix.ts';
import type { NetworkContent } from '../../temporal/case/network-schema.ts';
import type { SolvePayload } from '../../temporal/case/schema.ts';
import { DEFAULT_MIP_GAP, isSolverName, type SolverName } from '../../temporal/solvers.ts';
import { NotFound, Unprocessable } from '../http/errors.ts';
import type { Caller } from '../http/request.ts';
import type { ExecutionBody } from '../model-builder/execution.ts';
import { chooseRun } from '../model-builder/submit.ts';
import type { ExperimentDeps } from './deps.ts';
import { planScenarios, type ScenarioPlan } from './plan.ts';
import { planRuns } from './plan-runs.ts';

/** An experiment over a scenario, or over the options of a run of the model builder: exactly one of the two. */
export interface PlanSubmission {
  readonly base_scenario_id?: string | undefined;
  readonly execution?: ExecutionBody | undefined;
  readonly scenario_matrix: ScenarioMatrix;
  /** Time limit of each solve, s; runs use the time limit in their solver options. */
  readonly timeout_per_scenario?: number;
}

type BaseFields =
  | 'base_scenario_id'
  | 'base_version'
  | 'job_type'
  | 'solver'
  | 'mip_gap'
  | 'timeout_per_scenario'
  | 'execution';

export interface Planned {
  readonly plan: ScenarioPlan;
  readonly solvers: readonly SolverName[];
  /** Fields of the base in the record of the experiment. */
  readonly base: Pick<ExperimentRecord, BaseFields>;
  /** Copy of the base, so that later changes of the base do not affect the experiment. */
  readonly kept:
    | { readonly kind: 'payload'; readonly content: SolvePayload }
    | { readonly kind: 'network'; readonly content: NetworkContent };
}

const DEFAULT_TIMEOUT_S = 300;

/** Plans an experiment. Throws `NotFound` if the base does not exist, and `Unprocessable` for an invalid matrix. */
export const planExperiment = (
  deps: ExperimentDeps,
  submission: PlanSubmission,
  caller: Pick<Caller, 'user'>,
): Promise<Planned> => {
  const { base_scenario_id, execution } = submission;
  if (execution) return planOfRuns(deps, submission, execution, caller);
  return planOfSolves(deps, submission, base_scenario_id ?? '', caller);
};

async function planOfSolves(
  { scenarios, settings }: ExperimentDeps,
  { scenario_matrix, timeout_per_scenario = DEFAULT_TIMEOUT_S }: PlanSubmission,
  id: string,
  { user }: Pick<Caller, 'user'>,
): Promise<Planned> {
  const stored = await scenarios.read(user.userId, id);
  if (!stored) throw new NotFound('Scenario not found');
  const { record, content } = stored;
  const plan = planScenarios(scenario_matrix, content, settings.MAX_SCENARIOS);
  const { solver = 'highs' } = content;
  return {
    plan,
    solvers: solversOf(plan, solver),
    base: {
      base_scenario_id: id,
      base_version: record.version,
      job_type: record.meta.job_type,
      solver,
      mip_gap: content.options?.mip_gap ?? DEFAULT_MIP_GAP,
      timeout_per_scenario,
    },
    kept: { kind: 'payload', content },
  };
}

function solversOf({ scenarios }: ScenarioPlan, solver: SolverName): SolverName[] {
  const solverNames = scenarios.map(({ values }) => values['solver'] ?? solver);
  return [...new Set(solverNames)].filter(isSolverName);
}

async function planOfRuns(
  deps: ExperimentDeps,
  { scenario_matrix }: PlanSubmission,
  body: ExecutionBody,
  caller: Pick<Caller, 'user'>,
): Promise<Planned> {
  const { model, solver, network } = await chooseRun(deps, body, caller).catch((error: unknown) => {
    throw error instanceof Unprocessable ? withinExecution(error) : error;
  });
  const { record, content } = network;
  const plan = await planRuns(
    scenario_matrix,
    { model, network: content, options: body.options },
    deps.settings,
  );
  const { windows, horizon, shared } = plan;
  return {
    plan,
    solvers: [solver.id],
    base: {
      base_scenario_id: record.id,
      base_version: record.version,
      job_type: model.jobType,
      solver: solver.id,
      mip_gap: solver.mip_gap,
      timeout_per_scenario: solver.time_limit,
      execution: { pcm_model_id: model.id, solver, network_id: record.id, windows, horizon, options: shared },
    },
    kept: { kind: 'network', content },
  };
}

const withinExecution = ({ detail }: Unprocessable): Unprocessable =>
  new Unprocessable(
    detail.map(({ loc, ...problem }) => ({ ...problem, loc: ['body', 'execution', ...loc.slice(1)] })),
  );
