/** POST /modules/analyst/solve/ed */

import { clientSchema } from '../../../temporal/canonical/client-schema.ts';
import { canonicalSolveBody } from '../../../temporal/canonical/solve-body.ts';
import { submitSolve } from '../../commands/submit-solve.ts';
import { SUBMISSION_HEADERS } from '../../headers.ts';
import { defineRoute } from '../../route.ts';
import { acceptedReply, jobHandle } from './job-handle.ts';
import { solveBody } from './solve-body.ts';
import { ED_EXAMPLE } from './solve-examples.ts';

export const submitEd = defineRoute({
  method: 'post',
  path: '/modules/analyst/solve/ed',
  summary: 'Submit an economic-dispatch solve',
  tag: 'Solve',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
  limit: 'own',
  body: solveBody,
  canonical: canonicalSolveBody,
  clientSchema,
  example: ED_EXAMPLE,
  heeds: ['Idempotency-Key'],
  responses: { 202: jobHandle },
  headers: { 202: SUBMISSION_HEADERS },
  errors: [400, 404, 409, 413, 415, 422, 429, 502, 503],
  handle: async ({ body, user, request, deps }) =>
    acceptedReply(await submitSolve(deps, 'ed', body, { user, request })),
});
