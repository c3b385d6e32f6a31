/** POST /modules/analyst/solve/validate */

import { object, string } from 'yup';
import { clientSchema } from '../../../temporal/canonical/client-schema.ts';
import { canonicalSolveBody } from '../../../temporal/canonical/solve-body.ts';
import { dryRunSchema } from '../../../temporal/messages/dry-run.ts';
import { JOB_TYPES } from '../../../temporal/solvers.ts';
import { checkPayload } from '../../checks/check-payload.ts';
import { unknownFields } from '../../checks/unknown-fields.ts';
import { checkWarmStart } from '../../commands/check-warm-start.ts';
import { commitmentOfJob } from '../../commands/commitment-of-job.ts';
import { defineRoute, reply } from '../../route.ts';
import { solveBody } from './solve-body.ts';
import { SCUC_EXAMPLE } from './solve-examples.ts';

export const validateSolve = defineRoute({
  method: 'post',
  path: '/modules/analyst/solve/validate',
  summary: 'What a submission would meet: findings and model size; nothing is stored or solved',
  tag: 'Solve',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
  query: object({ type: string().oneOf(JOB_TYPES).default('uc') }),
  body: solveBody,
  canonical: canonicalSolveBody,
  clientSchema,
  example: { query: { type: 'scuc' }, body: SCUC_EXAMPLE.body },
  responses: { 200: dryRunSchema },
  errors: [400, 404, 409, 413, 415, 422, 502],
  handle: async ({ query, body, user, deps }) => {
    await checkPayload(body.payload, { maxHorizon: deps.settings.MAX_HORIZON });
    await checkWarmStart(deps, body.payload, user);
    const commitment = await commitmentOfJob(deps, body.payload, user);
    const payload = { ...body.payload, ...(commitment && { commitment }) };
    const dryRun = await dryRunSchema.validate(await deps.solverService.validate(query.type, payload));
    return reply(200, { ...dryRun, findings: [...dryRun.findings, ...unknownFields(body.payload)] });
  },
});
