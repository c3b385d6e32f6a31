/** Import and export of scenarios in public file formats. */

import { randomUUID } from 'node:crypto';
import { number, object, string } from 'yup';
import { payloadSchema } from '../../temporal/case/schema.ts';
import { JOB_TYPES } from '../../temporal/solvers.ts';
import { ImportError, importReportSchema } from '../formats/base/report.ts';
import { EXPORT_FORMATS, writeExport } from '../formats/export-file.ts';
import { IMPORT_FORMATS, readImport } from '../formats/import-file.ts';
import { NotFound, Unprocessable } from '../http/errors.ts';
import { LONG_S, reply, routesFor } from '../http/route.ts';
import { versionQuery } from '../http/schemas.ts';
import { validate } from '../http/validate.ts';
import { putScenario, type ScenarioDeps } from './change-record.ts';
import { scenarioPath, scenarioRoute } from './scenario-routes.ts';

const defineRoute = routesFor<ScenarioDeps>();

const PROFILE = /^\s*-?[\d.]+(?:[eE][-+]?\d+)?(?:\s*,\s*-?[\d.]+(?:[eE][-+]?\d+)?)*\s*$/;

const FILE = `{
  "time_periods": 2,
  "demand": [60, 90],
  "reserves": [5, 5],
  "thermal_generators": {
    "coal": {
      "must_run": 1, "power_output_minimum": 20, "power_output_maximum": 100,
      "ramp_up_limit": 40, "ramp_down_limit": 40, "ramp_startup_limit": 50, "ramp_shutdown_limit": 50,
      "time_up_minimum": 4, "time_down_minimum": 2,
      "power_output_t0": 50, "unit_on_t0": 1, "time_up_t0": 5, "time_down_t0": 0,
      "startup": [{ "lag": 2, "cost": 500 }],
      "piecewise_production": [{ "mw": 20, "cost": 400 }, { "mw": 100, "cost": 2000 }]
    }
  }
}`;

const MAX_FILE_BYTES = 64 * 1024 * 1024;
const bodySchema = object({ payload: payloadSchema.required() });

const importScenario = defineRoute({
  method: 'post',
  path: '/scenarios/import',
  summary: 'Create a scenario from a file in a public format, plain or gzipped, with an import report',
  ...scenarioRoute,
  query: object({
    format: string().oneOf(IMPORT_FORMATS).required(),
    scenario_id: string().max(200).optional().meta({ description: 'Default: a new id' }),
    name: string().max(200).optional().meta({ description: 'Default: the id' }),
    load_profile: string().max(10_000).matches(PROFILE).optional().meta({
      description:
        'MATPOWER only: multiplier of every load by hour, separated by commas; default one hour of 1',
    }),
  }),
  file: ['application/json', 'application/gzip', 'text/plain', 'application/octet-stream'],
  example: {
    query: { format: 'pglib-uc', scenario_id: 'two-hours' },
    file: FILE,
    status: 201,
    reply: {
      scenario_id: 'two-hours',
      job_type: 'uc',
      payload_bytes: 484,
      report: {
        kept: [
          { severity: 'info', code: 'horizon', message: '2 hours of demand at one bus', count: 1, paths: [] },
          {
            severity: 'info',
            code: 'generators',
            message: 'Thermal units with cost curve, start-up categories, ramps and state',
            count: 1,
            paths: [],
          },
          {
            severity: 'info',
            code: 'reserves',
            message: 'Hourly spinning reserve of units on line, as a hard limit',
            count: 1,
            paths: [],
          },
        ],
        changed: [],
        dropped: [],
      },
    },
  },
  responses: {
    201: object({
      scenario_id: string().required(),
      job_type: string().oneOf(JOB_TYPES).required(),
      payload_bytes: number()
        .integer()
        .min(1)
        .required()
        .meta({ description: 'Size of the payload as JSON, bytes' }),
      report: importReportSchema.required(),
    }),
  },
  headers: { 201: ['Location'] },
  errors: [409],
  handle: async ({ query, user, request, deps }) => {
    const { format, scenario_id: scenarioId = randomUUID(), name, load_profile } = query;
    const options = {
      maxHorizon: deps.settings.MAX_HORIZON,
      loadProfile: load_profile?.split(',').map(Number),
    };
    const bytes = await request.file(MAX_FILE_BYTES);
    const { payload, jobType, report } = await readImport(format, bytes, options).catch(refuseFile);
    await validate(bodySchema, 'body', { payload });
    const change = { name, job_type: jobType, payload };
    const { record } = await putScenario(deps, scenarioId, change, { user, request });
    const payload_bytes = Buffer.byteLength(JSON.stringify(payload));
    return reply(
      201,
      { scenario_id: record.id, job_type: record.meta.job_type, payload_bytes, report },
      { Location: `/api/scenarios/${encodeURIComponent(record.id)}` },
    );
  },
});

const exportScenario = defineRoute({
  method: 'get',
  path: '/scenarios/{scenario_id}/export',
  summary: 'A scenario as a file in a public format, with a report of what the format cannot express',
  ...scenarioRoute,
  params: scenarioPath,
  query: versionQuery.shape({ format: string().oneOf(EXPORT_FORMATS).required() }),
  seconds: LONG_S,
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
  handle: async ({ params, query, user, deps }) => {
    const { scenario_id } = params;
    const stored = await deps.scenarios.read(user.userId, scenario_id, query.version);
    if (!stored) throw new NotFound('Scenario or version not found');
    const { file, report } = writeExport(query.format, stored.content);
    return reply(200, { scenario_id, format: query.format, file, report });
  },
});

export const scenarioFileRoutes = [importScenario, exportScenario];

/** Refuses a file that cannot be read; throws `Unprocessable`. */
export function refuseFile(error: unknown): never {
  if (!(error instanceof ImportError)) throw error;
  throw new Unprocessable([{ loc: ['body', ...error.path], msg: error.message, type: 'value_error' }]);
}
