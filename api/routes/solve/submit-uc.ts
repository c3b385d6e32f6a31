/** POST /modules/analyst/solve/uc */
import { canonicalSolveBody } from '../../../temporal/canonical/solve-body.ts';
import { submitSolve } from '../../commands/submit-solve.ts';
import { defineRoute } from '../../route.ts';
import { acceptedReply, jobHandle } from './job-handle.ts';
import { solveBody } from './solve-body.ts';

export const submitUc = defineRoute({
  method: 'post',
  path: '/modules/analyst/solve/uc',
  summary: 'Submit a unit-commitment solve',
  tag: 'solve',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
  limit: 'own',
  body: solveBody,
  canonical: canonicalSolveBody,
  responses: { 202: jobHandle },
  errors: [400, 404, 409, 413, 415, 422, 429, 502, 503],
  handle: async ({ body, user, request, deps }) =>
    acceptedReply(await submitSolve(deps, 'uc', body, { user, request })),
});
