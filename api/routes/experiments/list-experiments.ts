/** GET /experiments */
import { array, number, object } from 'yup';
import { experimentSchema } from '../../../temporal/messages/experiment.ts';
import { toExperiment } from '../../experiments/experiment-view.ts';
import { defineRoute, reply } from '../../route.ts';
import { pageQuery } from '../../schemas/page-query.ts';

export const listExperiments = defineRoute({
  method: 'get',
  path: '/experiments',
  summary: 'Experiments of the caller, newest first',
  tag: 'Experiments',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
  query: object(pageQuery()),
  responses: {
    200: object({
      experiments: array(experimentSchema).required(),
      total: number().integer().min(0).required(),
    }),
  },
  handle: async ({ query, user, deps }) => {
    const { experiments, total } = await deps.experiments.list(user.userId, query.limit, query.offset);
    const counts = await Promise.all(experiments.map(({ _id }) => deps.scenarioRuns.counts(_id)));
    const rows = experiments.flatMap((record, at) => {
      const count = counts[at];
      return count ? [toExperiment(record, count, undefined, deps.now())] : [];
    });
    return reply(200, { experiments: rows, total });
  },
});
