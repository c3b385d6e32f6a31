/** POST /experiments/submit */
import { number, object, string } from 'yup';
import { scenarioMatrixSchema } from '../../../temporal/messages/matrix.ts';
import { submitExperiment as submit } from '../../commands/submit-experiment.ts';
import { withVariables } from '../../experiments/matrix/with-variables.ts';
import { SUBMISSION_HEADERS } from '../../headers.ts';
import { defineRoute, reply } from '../../route.ts';

/** A small matrix is done within this, s. */
const RETRY_AFTER_S = '2';

const body = object({
  name: string().trim().min(1).max(200).required(),
  base_scenario_id: string()
    .required()
    .max(200)
    .meta({ description: 'A scenario of the caller, or a shared one' }),
  scenario_matrix: scenarioMatrixSchema.required(),
  timeout_per_scenario: number().integer().min(1).max(3600).default(300).meta({ unit: 's' }),
  max_parallel: number().integer().min(1).max(32).default(4).meta({ description: 'Solves at the same time' }),
});

const experimentHandle = object({
  experiment_id: string().uuid().required(),
  status: string()
    .oneOf(['queued'] as const)
    .required(),
  scenarios_total: number().integer().min(1).required(),
  status_url: string().required(),
  results_url: string().required(),
});

export const submitExperiment = defineRoute({
  method: 'post',
  path: '/experiments/submit',
  summary: 'Submit a matrix of scenarios over a base scenario',
  tag: 'Experiments',
  auth: 'bearer',
  module: { id: 'analyst', level: 'standard' },
  limit: 'own',
  body,
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
  errors: [400, 404, 409, 413, 415, 422, 429, 502, 503],
  handle: async ({ body, user, request, deps }) => {
    const { id, headers, total } = await submit(
      deps,
      { ...body, scenario_matrix: withVariables(body.scenario_matrix) },
      { user, request },
    );
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
