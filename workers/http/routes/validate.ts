/** POST /validate */
import { object, string } from 'yup';
import { payloadProblemsInSteps } from '../../../temporal/checks/payload-problems.ts';
import { inSlices } from '../../../temporal/json/in-slices.ts';
import { dryRunSchema } from '../../../temporal/messages/dry-run.ts';
import { payloadSchema } from '../../../temporal/messages/payload.ts';
import { JOB_TYPES } from '../../../temporal/solvers.ts';
import { refuseProblems } from '../refuse-problems.ts';
import { defineRoute } from '../route.ts';

export const validate = defineRoute({
  method: 'POST',
  path: '/validate',
  summary: 'What a solve of this payload would meet: findings and model size; nothing is stored or solved',
  query: object({ type: string().oneOf(JOB_TYPES).required() }),
  body: payloadSchema,
  responses: {
    200: dryRunSchema,
  },
  handle: async ({ query, body, deps }) => {
    refuseProblems(await inSlices(payloadProblemsInSteps(body, { maxHorizon: deps.maxHorizon })));
    return { status: 200, body: await deps.dryRun(query.type, body) };
  },
});
