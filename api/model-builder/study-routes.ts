/** Routes of the results of a run: its report, and its hours as one table. */
import { Readable } from 'node:stream';
import { array, number, object, string } from 'yup';
import type { ExecutionRecord } from '../../mongo/executions.ts';
import { REAL_TIME } from '../../mongo/window-chains.ts';
import { createDayWarnings, dayWarningTexts } from '../../temporal/case/report/day-warnings.ts';
import { withFirstRow } from '../http/csv.ts';
import { Unprocessable } from '../http/errors.ts';
import { auditSubject } from '../http/request.ts';
import { LONG_S, reply, routesFor, type StreamReply } from '../http/route.ts';
import { pageQuery } from '../http/schemas.ts';
import { builderRoute, type ModelBuilderDeps } from './deps.ts';
import { executionPath } from './execution-routes.ts';
import { csvPieces, MOST_PARQUET_COLUMNS, parquetPieces } from './export-files.ts';
import { type ExportRows, exportRows, SHAPES } from './export-rows.ts';
import { EXPORT_TABLES } from './export-tables.ts';
import { toHours, windowHours } from './hours.ts';
import { toRealTimeReport } from './real-time-report.ts';
import { toReport } from './report.ts';
import { reportSchema } from './report-schema.ts';
import { ownedExecution } from './runs.ts';
import { hasSchedule, readStudy, solvedWindows, windowParts } from './study.ts';

const MARKETS = ['day_ahead', 'real_time'] as const;
type Market = (typeof MARKETS)[number];
const market = string().oneOf(MARKETS).default('day_ahead').meta({
  description: 'real_time: the hours as dispatched on actual values, only for a run with real_time',
});

const defineRoute = routesFor<ModelBuilderDeps>();

const readReport = defineRoute({
  method: 'get',
  path: '/model-builder/executions/{execution_id}/report',
  seconds: LONG_S,
  shared: 'run',
  summary: 'Report of an execution by unit, type, fuel, area, month and line; covers finished windows',
  ...builderRoute,
  params: executionPath,
  query: object({ market }),
  responses: { 200: reportSchema },
  handle: async ({ params, query, user, deps }) => {
    const execution = await ownedExecution(deps, params.execution_id, user);
    const study = await readStudy(deps, execution, chainOf(execution, query.market));
    const { heads, facts } = study;
    const hasRealTime = execution.options.real_time !== undefined;
    const realTime = hasRealTime ? await readStudy(deps, execution, REAL_TIME) : undefined;
    const warned = createDayWarnings();
    for (const { index, outcome } of heads) warned.add({ index, warnings: outcome.warnings });
    const figures = await toReport(windowParts(deps, study), study.elements);
    return reply(200, {
      execution_id: execution._id,
      status: execution.status,
      start: facts.calendar?.stamp(0) ?? null,
      windows_total: query.market === 'real_time' ? execution.options.horizon : execution.windows,
      windows_done: heads.length,
      warnings: dayWarningTexts(warned.all(), heads.length),
      without_schedule: heads
        .filter((head) => !hasSchedule(head))
        .map(({ start_hour, kept_hours: hours, outcome: { message } }) => ({ start_hour, hours, message })),
      ...figures,
      ...(realTime && {
        real_time: await toRealTimeReport(windowParts(deps, realTime), study.elements, facts.calendar),
      }),
    });
  },
});

/** Key of the windows of a market. Throws `Unprocessable` for a market that the run does not have. */
function chainOf({ options }: ExecutionRecord, market: Market): string | undefined {
  if (market === 'day_ahead') return undefined;
  if (options.real_time) return REAL_TIME;
  const msg = 'The run has no real time: it should have been submitted with options.real_time';
  throw new Unprocessable([{ loc: ['query', 'market'], msg, type: 'value_error' }]);
}

const readHours = defineRoute({
  method: 'get',
  path: '/model-builder/executions/{execution_id}/hours',
  seconds: LONG_S,
  shared: 'run',
  summary: 'The kept hours of each solve of an execution, supply by type and fuel; covers finished windows',
  ...builderRoute,
  params: executionPath,
  query: object(pageQuery()),
  responses: {
    200: object({ windows: array(windowHours).required(), total: number().integer().min(0).required() }),
  },
  handle: async ({ params, query: { limit, offset }, user, deps }) => {
    const execution = await ownedExecution(deps, params.execution_id, user);
    const study = await readStudy(deps, execution);
    const heads = study.heads.slice(offset, offset + limit);
    const windows = [];
    for await (const window of solvedWindows(deps, { ...study, heads }))
      windows.push(toHours(window, study.elements));
    return reply(200, { windows, total: study.heads.length });
  },
});

const FORMATS = ['csv', 'parquet'] as const;
type Format = (typeof FORMATS)[number];
const MEDIA_TYPES = { csv: 'text/csv', parquet: 'application/vnd.apache.parquet' } as const;

const exportRun = defineRoute({
  method: 'get',
  path: '/model-builder/executions/{execution_id}/export',
  seconds: LONG_S,
  shared: 'run',
  summary: 'The kept hours of an execution as one table, CSV or Parquet; covers finished windows',
  ...builderRoute,
  params: executionPath,
  query: object({
    market,
    table: string().oneOf(EXPORT_TABLES).default('dispatch'),
    format: string().oneOf(FORMATS).default('csv'),
    shape: string().oneOf(SHAPES).default('long').meta({
      description: 'long: one row per hour and element; wide: one row per hour, one column per element',
    }),
  }),
  responses: {},
  produces: Object.values(MEDIA_TYPES),
  handle: async ({ params, query, user, request, deps }) => {
    const execution = await ownedExecution(deps, params.execution_id, user);
    const { table, format, shape } = query;
    const study = await readStudy(deps, execution, chainOf(execution, query.market));
    const rows = await exportRows(deps, study, table, shape);
    if (format === 'parquet' && rows.columns.length > MOST_PARQUET_COLUMNS) {
      const msg = `The table has ${rows.columns.length} columns, but Parquet allows at most ${MOST_PARQUET_COLUMNS}: use shape=long`;
      throw new Unprocessable([{ loc: ['query', 'shape'], msg, type: 'value_error' }]);
    }
    const details = { execution_id: execution._id, table, format, shape, market: query.market };
    await deps.audit.record('results_downloaded', auditSubject({ user, request }, details));
    return download(rows, format, `${table}-${execution._id}.${format}`);
  },
});

/** Longest download, ms; a slower reader is disconnected to free its memory. */
const LONGEST_MS = 15 * 60 * 1000;

async function download(rows: ExportRows, format: Format, name: string): Promise<StreamReply> {
  const blocks = await withFirstRow(rows.blocks);
  const pieces = format === 'csv' ? csvPieces({ ...rows, blocks }) : parquetPieces({ ...rows, blocks });
  return {
    status: 200,
    mediaType: MEDIA_TYPES[format],
    stream: Readable.from(pieces, { objectMode: false, signal: AbortSignal.timeout(LONGEST_MS) }),
    headers: { 'Content-Disposition': `attachment; filename="${name}"` },
  };
}

export const studyRoutes = [readReport, readHours, exportRun];
