/** Routes that submit an experiment, or preview it. */
import { array, type InferType, number, object, string, type TestContext, type ValidationError } from 'yup';
import { LARGEST_SEED } from '../../temporal/case/elements/options.ts';
import { scenarioMatrixSchema } from '../../temporal/case/messages/matrix.ts';
import { SUBMISSION_HEADERS } from '../http/headers.ts';
import { reply, routesFor } from '../http/route.ts';
import { executionBody } from '../model-builder/execution.ts';
import type { ExperimentDeps } from './deps.ts';
import { experimentRoute } from './deps.ts';
import { withVariables } from './matrix/expand.ts';
import { planExperiment as plan } from './plan-experiment.ts';
import { withSeeds } from './plan-runs.ts';
import { scenarioViewSchema } from './scenario-view.ts';
import { submitExperiment as submit } from './submit.ts';

const defineRoute = routesFor<ExperimentDeps>();

/** `Retry-After` of a submission, s: time in which a small matrix is solved. */
const RETRY_AFTER_S = '2';

const MOST_SEEDS = 10_000;

const planBody = object({
  base_scenario_id: string().max(200).optional().meta({
    description: 'Scenario to solve once per row of the matrix, of the caller or shared',
  }),
  execution: executionBody.optional().default(undefined).meta({
    description:
      'Run of the model builder instead of a scenario: one run per row of the matrix, and the variables are its options',
  }),
  scenario_matrix: scenarioMatrixSchema.optional().default(undefined).meta({
    description: 'Matrix of scenarios; required without seeds',
  }),
  seeds: object({
    first: number().integer().min(0).max(LARGEST_SEED).default(1),
    count: number().integer().min(1).max(MOST_SEEDS).required(),
  })
    .optional()
    .default(undefined)
    .meta({
      description:
        'Only for runs: repeats every row of the matrix for `count` outage seeds starting at `first`',
    }),
})
  // The test is skipped if the body is absent, because the target of a schedule may have no experiment.
  .test({ name: 'base_scenario_id', message: '', skipAbsent: true, test: hasOneBase })
  .test({ name: 'optionality', message: '', skipAbsent: true, test: hasScenarios });

export const submitBody = planBody.shape({
  name: string().trim().min(1).max(200).required(),
  timeout_per_scenario: number()
    .integer()
    .min(1)
    .max(3600)
    .default(300)
    .meta({ unit: 's', description: 'Time limit of each solve; runs use the time_limit of their solver' }),
  max_parallel: number()
    .integer()
    .min(1)
    .max(32)
    .default(4)
    .meta({ description: 'Largest number of concurrent solves or runs' }),
});

const toPlan = ({ base_scenario_id, execution, scenario_matrix, seeds }: InferType<typeof planBody>) => ({
  base_scenario_id,
  execution,
  scenario_matrix: withVariables(withSeeds(scenario_matrix, seeds)),
  // Seeds as the client sent them. They are part of the submission that is compared if an Idempotency-Key is repeated.
  seeds,
});

export const toSubmission = (body: InferType<typeof submitBody>) => ({
  ...toPlan(body),
  name: body.name,
  timeout_per_scenario: body.timeout_per_scenario,
  max_parallel: body.max_parallel,
});

/** Requires exactly one base: a scenario or a run. yup runs this test before it checks the fields. */
function hasOneBase(this: TestContext, value: unknown, context: TestContext): true | ValidationError {
  const values = Object(value) as Readonly<Record<string, unknown>>;
  const { base_scenario_id: scenario, execution, seeds } = values;
  const wrong = (path: string, message: string) => context.createError({ path, message });
  if (scenario == null && execution == null) return wrong('base_scenario_id', 'Give this or execution');
  if (scenario != null && execution != null) return wrong('execution', 'Give this or base_scenario_id');
  return seeds == null || execution != null || wrong('seeds', 'Seeds apply to runs only: give an execution');
}

function hasScenarios(this: TestContext, value: unknown, context: TestContext): true | ValidationError {
  const { scenario_matrix: matrix, seeds } = Object(value) as Readonly<Record<string, unknown>>;
  const message = 'Field required: scenario_matrix, or seeds with an execution';
  return matrix != null || seeds != null || context.createError({ path: 'scenario_matrix', message });
}

const experimentHandle = object({
  experiment_id: string().uuid().required(),
  status: string()
    .oneOf(['queued'] as const)
    .required(),
  scenarios_total: number().integer().min(1).required(),
  status_url: string().required(),
  results_url: string().required(),
});

const submitExperiment = defineRoute({
  ...experimentRoute,
  method: 'post',
  path: '/experiments/submit',
  summary: 'Submit a matrix of scenarios over a base scenario',
  module: { id: 'analyst', level: 'standard' },
  limit: 'own',
  body: submitBody,
  example: {
    body: {
      name: 'Load and fuel',
      base_scenario_id: 'demo-24h',
      scenario_matrix: {
        method: 'grid',
        variables: [
          { name: 'load', type: 'continuous', min: 0.9, max: 1.1, steps: 3 },
          { name: 'fuel_gas', type: 'discrete', values: [1, 1.5] },
        ],
      },
      timeout_per_scenario: 60,
      max_parallel: 2,
    },
    status: 202,
  },
  heeds: ['Idempotency-Key'],
  responses: { 202: experimentHandle },
  headers: { 202: SUBMISSION_HEADERS },
  errors: [404, 409, 429, 502],
  handle: async ({ body, user, request, deps }) => {
    const { id, headers, total } = await submit(deps, toSubmission(body), { user, request });
    const base = `/api/experiments/${id}`;
    const handle = {
      experiment_id: id,
      status: 'queued' as const,
      scenarios_total: total,
      status_url: `${base}/status`,
      results_url: `${base}/results/download?format=csv`,
    };
    return reply(202, handle, { ...headers, Location: handle.status_url, 'Retry-After': RETRY_AFTER_S });
  },
});

const PREVIEW_ROWS = 10;

const planned = object({
  scenarios_total: number().integer().min(1).required(),
  solves: number().integer().min(1).required().meta({
    description: 'Number of distinct scenarios; identical ones are solved once',
  }),
  max_scenarios: number().integer().min(1).required().meta({ description: 'Largest accepted number' }),
  scenarios: array(scenarioViewSchema.pick(['values', 'solved_as']))
    .required()
    .meta({ description: `First ${PREVIEW_ROWS} scenarios` }),
});

const planExperiment = defineRoute({
  ...experimentRoute,
  method: 'post',
  path: '/experiments/plan',
  summary: 'Preview an experiment: checked and counted as at a submission, but not submitted',
  module: { id: 'analyst', level: 'standard' },
  limit: 'read',
  body: planBody,
  example: {
    body: {
      base_scenario_id: 'demo-24h',
      scenario_matrix: { method: 'list', scenarios: [{ load: 1 }, { load: 1.1 }] },
    },
    status: 200,
  },
  responses: { 200: planned },
  errors: [404],
  handle: async ({ body, user, deps }) => {
    const { scenarios } = (await plan(deps, toPlan(body), { user })).plan;
    return reply(200, {
      scenarios_total: scenarios.length,
      solves: scenarios.filter(({ solvedAs }) => solvedAs === null).length,
      max_scenarios: deps.settings.MAX_SCENARIOS,
      scenarios: scenarios
        .slice(0, PREVIEW_ROWS)
        .map(({ values, solvedAs }) => ({ values, solved_as: solvedAs })),
    });
  },
});

export const experimentSubmitRoutes = [submitExperiment, planExperiment];
