/** GET /modules/analyst/explain/{scenario_id} */
import { toExplanation } from '../../ai/explain/explanation-view.ts';
import { findSolve } from '../../ai/tools/find-solve.ts';
import { NotFound } from '../../errors.ts';
import { defineRoute, reply } from '../../route.ts';
import { readExplanationSchema } from '../../schemas/explanation.ts';
import { scenarioPath } from '../scenarios/scenario-path.ts';

export const readExplanation = defineRoute({
  method: 'get',
  path: '/modules/analyst/explain/{scenario_id}',
  summary:
    'The explanation of the last completed solve of a scenario, once it was generated, with its figures',
  tag: 'AI analyst',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
  params: scenarioPath,
  responses: { 200: readExplanationSchema },
  errors: [404, 409],
  handle: async ({ params: { scenario_id }, user, deps }) => {
    const { job } = await findSolve(deps, user, { scenario_id });
    const explanation = await deps.explanations.find(job._id);
    if (!explanation) throw new NotFound('The last solve was not explained yet: generate it first');
    return reply(200, toExplanation(scenario_id, explanation));
  },
});
