/** PUT /scenarios/{scenario_id} */

import { array, object, string } from 'yup';
import { clientSchema } from '../../../temporal/canonical/client-schema.ts';
import { canonicalSolveBody } from '../../../temporal/canonical/solve-body.ts';
import { payloadSchema } from '../../../temporal/messages/payload.ts';
import { scenarioSummarySchema } from '../../../temporal/messages/scenario-record.ts';
import { JOB_TYPES } from '../../../temporal/solvers.ts';
import { putScenario as put } from '../../commands/put-scenario.ts';
import { entityTag } from '../../records/entity-tag.ts';
import { toScenarioSummary } from '../../records/scenario-view.ts';
import { defineRoute, reply } from '../../route.ts';
import { UC_PAYLOAD } from '../solve/solve-examples.ts';
import { scenarioPath } from './scenario-path.ts';

export const putScenario = defineRoute({
  method: 'put',
  path: '/scenarios/{scenario_id}',
  summary: 'Create or replace a scenario; `If-Match` replaces only the version it names',
  tag: 'Scenarios',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
  params: scenarioPath,
  body: object({
    name: string().min(1).max(200).optional().meta({ description: 'Default: the id' }),
    description: string().max(2000).nullable().optional(),
    job_type: string()
      .oneOf(JOB_TYPES)
      .optional()
      .meta({ description: 'Default: scuc when the payload has transmission lines, else uc' }),
    network_id: string().max(200).nullable().optional(),
    tags: array(string().required().max(64)).max(20).optional(),
    payload: payloadSchema.required(),
  }),
  canonical: canonicalSolveBody,
  clientSchema,
  example: {
    params: { scenario_id: 'tuesday' },
    body: { name: 'A Tuesday', tags: ['demo'], payload: UC_PAYLOAD },
    status: 201,
  },
  heeds: ['If-Match'],
  responses: { 200: scenarioSummarySchema, 201: scenarioSummarySchema },
  headers: { 200: ['ETag'], 201: ['ETag'] },
  errors: [409],
  handle: async ({ params, body, user, request, deps }) => {
    const { isNew, record } = await put(deps, params.scenario_id, body, { user, request });
    const view = [toScenarioSummary(record), entityTag(record.version)] as const;
    return isNew ? reply(201, ...view) : reply(200, ...view);
  },
});
