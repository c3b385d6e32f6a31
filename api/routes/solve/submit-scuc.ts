/** POST /modules/analyst/solve/scuc */
import { canonicalSolveBody } from '../../../temporal/canonical/solve-body.ts';
import { submitSolve } from '../../commands/submit-solve.ts';
import { defineRoute } from '../../route.ts';
import { acceptedReply, jobHandle } from './job-handle.ts';
import { solveBody } from './solve-body.ts';

export const submitScuc = defineRoute({
  method: 'post',
  path: '/modules/analyst/solve/scuc',
  summary: 'Submit a security-constrained unit-commitment solve',
  tag: 'solve',
  auth: 'bearer',
  module: { id: 'analyst', level: 'standard' },
  limit: 'own',
  body: solveBody,
  canonical: canonicalSolveBody,
  responses: { 202: jobHandle },
  errors: [400, 404, 409, 413, 415, 422, 429, 502, 503],
  handle: async ({ body, user, request, deps }) =>
    acceptedReply(await submitSolve(deps, 'scuc', body, { user, request })),
});
