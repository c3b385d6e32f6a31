/** Routes of the results of an experiment: its scenarios, their download, the summary. */
import { array, boolean, number, object, string } from 'yup';
import type { ExperimentRecord } from '../../mongo/experiments.ts';
import { isTerminal, JOB_STATUSES } from '../../temporal/case/messages/job.ts';
import { withFirstRow } from '../http/csv.ts';
import { Conflict } from '../http/errors.ts';
import type { Principal } from '../http/principal.ts';
import { auditSubject } from '../http/request.ts';
import { LONG_S, reply, routesFor, type StreamReply } from '../http/route.ts';
import { pageQuery } from '../http/schemas.ts';
import type { ExperimentDeps } from './deps.ts';
import { experimentPath, experimentRoute } from './deps.ts';
import { ownedExperiment } from './runs.ts';
import {
  resultCsv,
  resultJson,
  resultTable,
  type ScenarioView,
  scenarioViewFor,
  scenarioViewSchema,
  scenarioViews,
} from './scenario-view.ts';
import { summarizeExperiment } from './summary.ts';
import { experimentSummarySchema } from './summary-schema.ts';

const defineRoute = routesFor<ExperimentDeps>();

const FORMATS = ['csv', 'json'] as const;
type Format = (typeof FORMATS)[number];

const table = object({
  experiment_id: string().required(),
  columns: array(string().required()).required(),
  rows: array(object().required())
    .required()
    .meta({ description: 'Column -> value, null for an empty cell; also solved_as and job_id' }),
});

const downloadResults = defineRoute({
  ...experimentRoute,
  method: 'get',
  path: '/experiments/{experiment_id}/results/download',
  seconds: LONG_S,
  shared: 'experiment',
  summary: 'One row per scenario: its values and the figures of its solve',
  limit: 'read',
  params: experimentPath,
  query: object({
    format: string().oneOf(FORMATS).default('csv'),
    partial: boolean().default(false).meta({
      description: 'Also while the experiment is not finished; unfinished rows have empty cells',
    }),
  }),
  responses: { 200: table },
  produces: ['text/csv'],
  errors: [409],
  handle: async ({ params, query, user, request, deps }) => {
    const experiment = await ownedExperiment(deps, params.experiment_id, user);
    if (!query.partial && !isTerminal(experiment.status)) {
      throw new Conflict(`The experiment is ${experiment.status}: add partial=true for the rows so far`);
    }
    const details = { experiment_id: experiment._id, format: query.format };
    await deps.audit.record('results_downloaded', auditSubject({ user, request }, details));
    return download(experiment, query.format, user, deps);
  },
});

async function download(
  experiment: ExperimentRecord,
  format: Format,
  user: Principal,
  deps: ExperimentDeps,
): Promise<StreamReply> {
  const { _id } = experiment;
  const rows = resultTable(experiment);
  const scenarios = await withFirstRow(scenarioViews(deps.scenarioRuns.all(_id), user));
  const headers = { 'Content-Disposition': `attachment; filename="experiment-${_id}.${format}"` };
  return format === 'csv'
    ? { status: 200, mediaType: 'text/csv', stream: resultCsv(rows, scenarios), headers }
    : { status: 200, mediaType: 'application/json', stream: resultJson(_id, rows, scenarios), headers };
}

const summarize = defineRoute({
  ...experimentRoute,
  method: 'get',
  path: '/experiments/{experiment_id}/summary',
  seconds: LONG_S,
  shared: 'experiment',
  summary: 'Best, worst and base scenario, and the effect of each variable, for the scenarios so far',
  limit: 'read',
  params: experimentPath,
  responses: { 200: experimentSummarySchema },
  handle: async ({ params, user, deps }) => {
    const experiment = await ownedExperiment(deps, params.experiment_id, user);
    const scenarios: ScenarioView[] = [];
    const all = scenarioViews(deps.scenarioRuns.all(experiment._id), user);
    for await (const scenario of all) scenarios.push(scenario);
    return reply(200, summarizeExperiment(experiment, scenarios));
  },
});

const listScenarioRuns = defineRoute({
  ...experimentRoute,
  method: 'get',
  path: '/experiments/{experiment_id}/scenarios',
  shared: 'experiment',
  summary: 'Scenarios of an experiment in the order of its matrix',
  limit: 'read',
  params: experimentPath,
  query: object({
    ...pageQuery(),
    limit: number().integer().min(1).max(200).default(50).meta({ description: 'Largest number of entries' }),
    status: string().oneOf(JOB_STATUSES).optional(),
  }),
  responses: {
    200: object({
      scenarios: array(scenarioViewSchema).required(),
      total: number().integer().min(0).required(),
    }),
  },
  handle: async ({ params, query: { limit, offset, status }, user, deps }) => {
    const { _id } = await ownedExperiment(deps, params.experiment_id, user);
    const { rows, total } = await deps.scenarioRuns.list(_id, status, limit, offset);
    return reply(200, { scenarios: rows.map(scenarioViewFor(user)), total });
  },
});

export const experimentResultRoutes = [downloadResults, listScenarioRuns, summarize];
