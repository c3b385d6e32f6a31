/** GET /scenarios/{scenario_id}/export */
import { object, string } from 'yup';
import { NotFound } from '../../errors.ts';
import { EXPORT_FORMATS, writeExport } from '../../export/write-export.ts';
import { defineRoute, reply } from '../../route.ts';
import { importReportSchema } from '../../schemas/import-report.ts';
import { versionQuery } from '../../schemas/version-query.ts';
import { scenarioPath } from './scenario-path.ts';

export const exportScenario = defineRoute({
  method: 'get',
  path: '/scenarios/{scenario_id}/export',
  summary: 'A scenario as a file in a public format, with a report of what that format cannot say',
  tag: 'Scenarios',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
  params: scenarioPath,
  query: versionQuery.shape({ format: string().oneOf(EXPORT_FORMATS).required() }),
  example: {
    params: { scenario_id: 'base' },
    query: { format: 'pglib-uc' },
  },
  responses: {
    200: object({
      scenario_id: string().required(),
      format: string().oneOf(EXPORT_FORMATS).required(),
      file: object().required().meta({ description: 'The file itself, to be saved as JSON' }),
      report: importReportSchema.required(),
    }),
  },
  errors: [404],
  handle: async ({ params, query, user, deps }) => {
    const { scenario_id } = params;
    const found = await deps.scenarios.read(user.userId, scenario_id, query.version);
    if (!found) throw new NotFound('Scenario or version not found');
    const { file, report } = await writeExport(query.format, found.content);
    return reply(200, { scenario_id, format: query.format, file, report });
  },
});
