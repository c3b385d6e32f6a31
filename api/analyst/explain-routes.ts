/** What a solve means: explained once, read as often as one likes. */
import { NotFound } from '../http/errors.ts';
import { reply, routesFor } from '../http/route.ts';
import { scenarioPath } from '../scenarios/scenario-routes.ts';
import type { AnalystDeps } from './deps.ts';
import { explainScenario, explanationSchema, readExplanationSchema, toExplanation } from './explanation.ts';
import { findSolve } from './tools/find-solve.ts';

const defineRoute = routesFor<AnalystDeps>();

const explain = defineRoute({
  method: 'post',
  path: '/modules/analyst/explain/{scenario_id}/generate',
  summary: 'Explain the last completed solve of a scenario; again for the same solve changes nothing',
  tag: 'AI analyst',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
  params: scenarioPath,
  heavy: { seconds: 60 },
  responses: { 200: explanationSchema },
  errors: [409],
  handle: async ({ params: { scenario_id }, user, deps }) => {
    const { artifacts, ...about } = toExplanation(
      scenario_id,
      await explainScenario(deps, scenario_id, user),
    );
    return reply(200, {
      ...about,
      artifacts: artifacts.map(({ statement: _, data: __, ...artifact }) => artifact),
    });
  },
});

const readExplanation = defineRoute({
  method: 'get',
  path: '/modules/analyst/explain/{scenario_id}',
  summary:
    'The explanation of the last completed solve of a scenario, once it was generated, with its figures',
  tag: 'AI analyst',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
  params: scenarioPath,
  responses: { 200: readExplanationSchema },
  errors: [409],
  handle: async ({ params: { scenario_id }, user, deps }) => {
    const { job } = await findSolve(deps, user, { scenario_id });
    const explanation = await deps.explanations.find(job._id);
    if (!explanation) throw new NotFound('The last solve was not explained yet: generate it first');
    return reply(200, toExplanation(scenario_id, explanation));
  },
});

export const explainRoutes = [explain, readExplanation];
