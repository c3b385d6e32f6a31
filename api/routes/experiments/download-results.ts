/** GET /experiments/{experiment_id}/results/download */
import { array, boolean, object, string } from 'yup';
import type { ExperimentRecord } from '../../../mongo/experiments.ts';
import { isTerminal } from '../../../temporal/messages/job.ts';
import type { Deps } from '../../deps.ts';
import { Conflict } from '../../errors.ts';
import { ownedExperiment } from '../../experiments/owned-experiment.ts';
import { resultCsv } from '../../experiments/result-csv.ts';
import { resultJson } from '../../experiments/result-json.ts';
import { resultTable } from '../../experiments/result-table.ts';
import { scenarioViews } from '../../experiments/scenario-views.ts';
import { withFirstRow } from '../../first-row.ts';
import { defineRoute, type StreamReply } from '../../route.ts';
import { experimentPath } from './experiment-path.ts';

const FORMATS = ['csv', 'json'] as const;
type Format = (typeof FORMATS)[number];

const table = object({
  experiment_id: string().required(),
  columns: array(string().required()).required(),
  rows: array(object().required())
    .required()
    .meta({ description: 'Column -> value, null where a cell would be empty; also solved_as and job_id' }),
});

export const downloadResults = defineRoute({
  method: 'get',
  path: '/experiments/{experiment_id}/results/download',
  summary: 'One row per scenario: its values and what its solve found',
  tag: 'Experiments',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
  limit: 'read',
  params: experimentPath,
  query: object({
    format: string().oneOf(FORMATS).default('csv'),
    partial: boolean().default(false).meta({
      description: 'Also while the experiment is not finished: rows without an end have empty cells',
    }),
  }),
  responses: { 200: table },
  produces: ['text/csv'],
  errors: [404, 409, 503],
  handle: async ({ params, query, user, request, deps }) => {
    const experiment = await ownedExperiment(deps.experiments.find, params.experiment_id, user);
    if (!query.partial && !isTerminal(experiment.status)) {
      throw new Conflict(`The experiment is ${experiment.status}: add partial=true for what there is so far`);
    }
    await deps.audit.record('results_downloaded', {
      userId: user.userId,
      ip: request.ip,
      userAgent: request.userAgent,
      details: { experiment_id: experiment._id, format: query.format },
    });
    return download(experiment, query.format, deps);
  },
});

async function download(
  { _id, scenario_matrix }: ExperimentRecord,
  format: Format,
  deps: Deps,
): Promise<StreamReply> {
  const rows = resultTable(scenario_matrix.variables);
  const scenarios = await withFirstRow(scenarioViews(deps.scenarioRuns.all(_id)));
  const headers = { 'Content-Disposition': `attachment; filename="experiment-${_id}.${format}"` };
  return format === 'csv'
    ? { status: 200, mediaType: 'text/csv', stream: resultCsv(rows, scenarios), headers }
    : { status: 200, mediaType: 'application/json', stream: resultJson(_id, rows, scenarios), headers };
}
