/** GET /experiments/{experiment_id}/summary */
import { ownedExperiment } from '../../experiments/owned-experiment.ts';
import type { ScenarioView } from '../../experiments/scenario-view.ts';
import { scenarioViews } from '../../experiments/scenario-views.ts';
import { summarizeExperiment } from '../../experiments/summary/summarize-experiment.ts';
import { experimentSummarySchema } from '../../experiments/summary/summary-schema.ts';
import { defineRoute, reply } from '../../route.ts';
import { experimentPath } from './experiment-path.ts';

export const summarize = defineRoute({
  method: 'get',
  path: '/experiments/{experiment_id}/summary',
  summary: 'Best, worst and base scenario, and what each variable did; of what there is so far',
  tag: 'Experiments',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
  limit: 'read',
  params: experimentPath,
  responses: { 200: experimentSummarySchema },
  errors: [404],
  handle: async ({ params, user, deps }) => {
    const experiment = await ownedExperiment(deps.experiments.find, params.experiment_id, user);
    const scenarios: ScenarioView[] = [];
    for await (const scenario of scenarioViews(deps.scenarioRuns.all(experiment._id)))
      scenarios.push(scenario);
    return reply(200, summarizeExperiment(experiment, scenarios));
  },
});
