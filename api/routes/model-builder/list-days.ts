/** GET /model-builder/executions/{execution_id}/days */
import { array, number, object } from 'yup';
import { toDays } from '../../model-builder/day-view.ts';
import { ownedExecution } from '../../model-builder/owned-execution.ts';
import { defineRoute, reply } from '../../route.ts';
import { executionDay } from '../../schemas/execution-day.ts';
import { pageQuery } from '../../schemas/page-query.ts';
import { executionPath } from './execution-path.ts';

/** A year in one page; by default a month. */
const MOST_DAYS = 366;
const DEFAULT_DAYS = 31;

export const listDays = defineRoute({
  method: 'get',
  path: '/model-builder/executions/{execution_id}/days',
  summary: 'What each solve of an execution came to, in the order of its hours, as far as it got',
  tag: 'Model builder',
  auth: 'bearer',
  module: { id: 'model-builder', level: 'basic' },
  params: executionPath,
  query: object({
    ...pageQuery(),
    limit: number()
      .integer()
      .min(1)
      .max(MOST_DAYS)
      .default(DEFAULT_DAYS)
      .meta({ description: 'Most entries' }),
  }),
  responses: {
    200: object({ days: array(executionDay).required(), total: number().integer().min(0).required() }),
  },
  errors: [404],
  handle: async ({ params, query: { limit, offset }, user, deps }) => {
    const { _id } = await ownedExecution(deps, params.execution_id, user);
    const { windows, total } = await deps.windows.list(_id, limit, offset);
    return reply(200, { days: windows.flatMap(toDays), total });
  },
});
