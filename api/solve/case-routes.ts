/** Routes of the case that a job solves: as it was submitted, and repaired. */
import { object } from 'yup';
import { payloadSchema } from '../../temporal/case/messages/payload.ts';
import { NotFound } from '../http/errors.ts';
import { SUBMISSION_HEADERS } from '../http/headers.ts';
import { routesFor } from '../http/route.ts';
import { ownedRun } from '../runs/status.ts';
import type { SolveDeps } from './deps.ts';
import { submitRepair } from './repair.ts';
import { acceptedReply, jobHandle, jobPath, solveRoute } from './route-parts.ts';
import { jobRuns } from './runs.ts';
import { fieldList, storedReply, wholeOrFields } from './stored-json.ts';

const defineRoute = routesFor<SolveDeps>();

const jobPayload = defineRoute({
  ...solveRoute,
  method: 'get',
  path: '/modules/analyst/solve/{job_id}/payload',
  summary: 'The case of a solve job as it was submitted, in canonical names',
  limit: 'read',
  params: jobPath,
  query: object({ fields: fieldList(payloadSchema) }),
  responses: { 200: wholeOrFields(payloadSchema) },
  handle: async ({ params, query, user, deps }) => {
    const job = await ownedRun(jobRuns(deps), deps.findJob, params.job_id, user);
    const json = await deps.documents.getText('payload', job._id);
    if (!json) throw new NotFound('The case of this job is no longer stored');
    return storedReply(json, { fields: query.fields });
  },
});

const repairJob = defineRoute({
  ...solveRoute,
  method: 'post',
  path: '/modules/analyst/solve/{job_id}/repair',
  summary: 'Submit the case of an infeasible job with its smallest repair, as a new job',
  limit: 'own',
  params: jobPath,
  heeds: ['Idempotency-Key'],
  responses: { 202: jobHandle },
  headers: { 202: SUBMISSION_HEADERS },
  errors: [409, 429, 502, 504],
  handle: async ({ params, user, request, deps }) =>
    acceptedReply(await submitRepair(deps, params.job_id, { user, request })),
});

export const caseRoutes = [jobPayload, repairJob];
