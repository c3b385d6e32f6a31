/** POST /model-builder/run */
import { object, string } from 'yup';
import { submitExecution } from '../../commands/submit-execution.ts';
import { SUBMISSION_HEADERS } from '../../headers.ts';
import { defineRoute, reply } from '../../route.ts';
import { executionBody } from '../../schemas/execution-body.ts';

const executionHandle = object({
  execution_id: string().uuid().required(),
  status: string()
    .oneOf(['queued'] as const)
    .required(),
  status_url: string().required(),
});

/** A small case is done within this, s. */
const RETRY_AFTER_S = '1';

export const runModel = defineRoute({
  method: 'post',
  path: '/model-builder/run',
  summary: 'Run a model on a network; one that solves SCUC needs access level standard',
  tag: 'Model builder',
  auth: 'bearer',
  module: { id: 'model-builder', level: 'basic' },
  limit: 'own',
  body: executionBody,
  example: {
    body: {
      pcm_model_id: 'uc-standard',
      solver: { id: 'highs', time_limit: 60, mip_gap: 0.001 },
      options: { horizon: 24, include_reserves: true },
    },
    status: 202,
  },
  heeds: ['Idempotency-Key'],
  responses: { 202: executionHandle },
  headers: { 202: SUBMISSION_HEADERS },
  errors: [404, 409, 429, 502, 503],
  handle: async ({ body, user, request, deps }) => {
    const { id, headers } = await submitExecution(deps, body, { user, request });
    const status_url = `/api/model-builder/executions/${id}`;
    return reply(
      202,
      { execution_id: id, status: 'queued', status_url },
      { ...headers, Location: status_url, 'Retry-After': RETRY_AFTER_S },
    );
  },
});
