/** POST /modules/analyst/explain/{scenario_id}/generate */
import { toExplanation } from '../../ai/explain/explanation-view.ts';
import { explainScenario } from '../../commands/explain-scenario.ts';
import { defineRoute, reply } from '../../route.ts';
import { explanationSchema } from '../../schemas/explanation.ts';
import { scenarioPath } from '../scenarios/scenario-path.ts';

export const explain = defineRoute({
  method: 'post',
  path: '/modules/analyst/explain/{scenario_id}/generate',
  summary: 'Explain the last completed solve of a scenario; again for the same solve changes nothing',
  tag: 'AI analyst',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
  params: scenarioPath,
  responses: { 200: explanationSchema },
  errors: [404, 409],
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
