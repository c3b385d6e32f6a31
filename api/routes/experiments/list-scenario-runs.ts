/** GET /experiments/{experiment_id}/scenarios */
import { array, number, object, string } from 'yup';
import { JOB_STATUSES } from '../../../temporal/messages/job.ts';
import { ownedExperiment } from '../../experiments/owned-experiment.ts';
import { scenarioViewSchema, toScenarioView } from '../../experiments/scenario-view.ts';
import { defineRoute, reply } from '../../route.ts';
import { pageQuery } from '../../schemas/page-query.ts';
import { experimentPath } from './experiment-path.ts';

export const listScenarioRuns = defineRoute({
  method: 'get',
  path: '/experiments/{experiment_id}/scenarios',
  summary: 'Scenarios of an experiment in the order of its matrix',
  tag: 'Experiments',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
  limit: 'read',
  params: experimentPath,
  query: object({
    ...pageQuery(),
    limit: number().integer().min(1).max(200).default(50).meta({ description: 'Most entries' }),
    status: string().oneOf(JOB_STATUSES).optional(),
  }),
  responses: {
    200: object({
      scenarios: array(scenarioViewSchema).required(),
      total: number().integer().min(0).required(),
    }),
  },
  errors: [404],
  handle: async ({ params, query: { limit, offset, status }, user, deps }) => {
    const { _id } = await ownedExperiment(deps.experiments.find, params.experiment_id, user);
    const { rows, total } = await deps.scenarioRuns.list(_id, status, limit, offset);
    return reply(200, { scenarios: rows.map(toScenarioView), total });
  },
});
